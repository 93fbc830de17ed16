//! A connection on which a test sends and reads raw bytes.

use std::net::IpAddr;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// Timeout of every wait, so that a failing test ends instead of hanging.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Raw(BufReader<TcpStream>);

/// An answer as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Status line and headers in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Raw {
    /// Connects to the server that has this address as its URL.
    pub(crate) async fn connect(url: &str) -> Self {
        Self::connect_from("127.0.0.1", url).await
    }

    /// Connects from one of this machine's addresses.
    pub(crate) async fn connect_from(address: &str, url: &str) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        let address: IpAddr = address.parse().unwrap();
        socket.bind((address, 0).into()).unwrap();
        let server = url.trim_start_matches("http://").parse().unwrap();
        Self(BufReader::new(socket.connect(server).await.unwrap()))
    }

    /// Sends text. Ignores errors: the next read shows whether the server still listens.
    pub(crate) async fn send(&mut self, text: &str) {
        self.send_bytes(text.as_bytes()).await;
    }

    /// Sends bytes, as [`send`](Self::send) does.
    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.0.write_all(bytes).await;
    }

    /// Sends a GET request without further headers.
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n")).await;
        self.answer().await
    }

    pub(crate) async fn answer(&mut self) -> Answer {
        timeout(PATIENCE, self.read_answer())
            .await
            .expect("an answer comes in time")
            .expect("the connection is open")
    }

    /// Waits until the server closes the connection; returns the bytes that it has sent before.
    pub(crate) async fn closed(self) -> String {
        String::from_utf8(self.rest().await).unwrap()
    }

    /// Returns the rest as bytes.
    pub(crate) async fn rest(mut self) -> Vec<u8> {
        let mut said = Vec::new();
        // The system resets a connection that is closed with unread data.
        let _ =
            timeout(PATIENCE, self.0.read_to_end(&mut said)).await.expect("the connection closes in time");
        said
    }

    /// Sends this repeatedly, without reading, until the server closes the connection.
    pub(crate) async fn repeat_until_closed(mut self, text: &str) {
        let repeated = async { while self.0.write_all(text.as_bytes()).await.is_ok() {} };
        timeout(PATIENCE, repeated).await.expect("the connection closes in time");
    }

    async fn read_answer(&mut self) -> Option<Answer> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.0.read_line(&mut head).await.ok()? == 0 {
                return None;
            }
        }
        let head = head.to_ascii_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await.ok()?;
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Some(Answer { status, head, body: String::from_utf8(body).unwrap() })
    }
}
