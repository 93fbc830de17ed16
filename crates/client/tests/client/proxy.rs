//! A proxy to a server that can cut connections, or drop the server's messages.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The state of the proxy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Line {
    /// The server's messages are dropped.
    deaf: bool,
    /// New connections are rejected.
    closed: bool,
    /// Number of times that all connections were cut.
    cuts: u32,
}

pub(crate) struct Proxy {
    address: SocketAddr,
    line: watch::Sender<Line>,
    server: Arc<Mutex<SocketAddr>>,
    connections: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Proxy {
    pub(crate) async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (line, seen) = watch::channel(Line::default());
        let (server, connections) = (Arc::new(Mutex::new(server)), Arc::new(AtomicUsize::new(0)));
        let task = tokio::spawn(accept(listener, seen, Arc::clone(&server), Arc::clone(&connections)));
        Self { address, line, server, connections, task }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Cuts all connections and rejects new ones until `mend`.
    pub(crate) fn cut(&self) {
        self.line.send_modify(|line| *line = Line { closed: true, cuts: line.cuts + 1, ..*line });
    }

    /// Drops the server's messages from now on.
    pub(crate) fn deafen(&self) {
        self.line.send_modify(|line| line.deaf = true);
    }

    /// Forwards everything again.
    pub(crate) fn mend(&self) {
        self.line.send_modify(|line| *line = Line { cuts: line.cuts, ..Line::default() });
    }

    /// Forwards to another server from now on.
    pub(crate) fn lead_to(&self, server: SocketAddr) {
        *self.server.lock().unwrap() = server;
    }

    /// Number of accepted connections so far.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(
    listener: TcpListener,
    line: watch::Receiver<Line>,
    server: Arc<Mutex<SocketAddr>>,
    connections: Arc<AtomicUsize>,
) {
    loop {
        let (client, _) = listener.accept().await.unwrap();
        if line.borrow().closed {
            continue;
        }
        let address = *server.lock().unwrap();
        let Ok(upstream) = TcpStream::connect(address).await else { continue };
        connections.fetch_add(1, Ordering::Relaxed);
        let (line, mut cut) = (line.clone(), line.clone());
        let before = line.borrow().cuts;
        tokio::spawn(async move {
            tokio::select! {
                _ = cut.wait_for(|line| line.cuts != before) => {}
                () = carry(client, upstream, line) => {}
            }
        });
    }
}

async fn carry(client: TcpStream, server: TcpStream, line: watch::Receiver<Line>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let there = async { tokio::io::copy(&mut from_client, &mut to_server).await };
    let back = async {
        let mut buffer = vec![0; 4096];
        loop {
            let length = from_server.read(&mut buffer).await?;
            if length == 0 {
                return std::io::Result::Ok(());
            }
            if !line.borrow().deaf {
                to_client.write_all(&buffer[..length]).await?;
            }
        }
    };
    // When either end closes, the other is closed too.
    tokio::select! {
        _ = there => {}
        _ = back => {}
    }
}
