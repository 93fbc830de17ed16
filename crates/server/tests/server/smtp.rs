//! A small mail server: accepts or refuses mails as a test wants, and returns the accepted ones.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// An accepted mail.
#[derive(Debug)]
pub(crate) struct Received {
    /// The credentials of the login, as `AUTH PLAIN` sends them.
    pub(crate) login: Option<String>,
    pub(crate) to: String,
    /// Headers and body in wire form.
    pub(crate) text: String,
}

impl Received {
    /// Returns the text with quoted-printable decoded.
    pub(crate) fn decoded(&self) -> String {
        let joined = self.text.replace("=\r\n", "");
        let (mut bytes, mut rest) = (Vec::new(), joined.as_bytes());
        while let [first, tail @ ..] = rest {
            let pair = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
            let coded = pair.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *first == b'=');
            bytes.push(coded.unwrap_or(*first));
            rest = if coded.is_some() { &tail[2..] } else { tail };
        }
        String::from_utf8(bytes).unwrap()
    }

    /// Returns the recovery or confirmation code in the mail.
    pub(crate) fn code(&self) -> String {
        let is_code = |word: &&str| word.len() == 19 && word.matches('-').count() == 3;
        self.decoded().split_whitespace().find(is_code).unwrap().to_owned()
    }
}

/// A mail server that runs until it is dropped.
pub(crate) struct Smtp {
    address: std::net::SocketAddr,
    letters: mpsc::UnboundedReceiver<Received>,
    /// Answers that refuse the next mails.
    refusals: Arc<Mutex<Vec<&'static str>>>,
}

impl Smtp {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, letters) = mpsc::unbounded_channel();
        let refusals: Arc<Mutex<Vec<&'static str>>> = Arc::default();
        let answers = refusals.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(converse(socket, sender.clone(), answers.clone()));
            }
        });
        Self { address, letters, refusals }
    }

    pub(crate) fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Refuses the next mail with this answer.
    pub(crate) fn refuse(&self, answer: &'static str) {
        self.refusals.lock().unwrap().push(answer);
    }

    /// Returns whether there are refusals that have not been used yet.
    pub(crate) fn still_refuses(&self) -> bool {
        !self.refusals.lock().unwrap().is_empty()
    }

    /// Waits for the next mail.
    pub(crate) async fn next(&mut self) -> Received {
        self.letters.recv().await.unwrap()
    }

    /// Returns whether the test has read all mails.
    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }
}

async fn converse(
    mut socket: TcpStream,
    letters: mpsc::UnboundedSender<Received>,
    refusals: Arc<Mutex<Vec<&'static str>>>,
) {
    let (read, mut write) = socket.split();
    let mut lines = BufReader::new(read);
    let (mut to, mut login) = (String::new(), None);
    write.write_all(b"220 mail.example\r\n").await.unwrap();
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).await.unwrap_or_default() == 0 {
            return;
        }
        let command = line.trim_end();
        let answer = match command.split(' ').next().unwrap_or_default() {
            "EHLO" => "250-mail.example\r\n250 AUTH PLAIN".to_owned(),
            "AUTH" => {
                login = command.rsplit(' ').next().map(str::to_owned);
                "235 welcome".to_owned()
            }
            "RCPT" => {
                to = command.split(['<', '>']).nth(1).unwrap().to_owned();
                "250 fine".to_owned()
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.unwrap();
                let mut text = String::new();
                while !text.ends_with("\r\n.\r\n") {
                    assert!(lines.read_line(&mut text).await.unwrap() > 0, "the mail ends early");
                }
                let refusal = refusals.lock().unwrap().pop();
                if let Some(refusal) = refusal {
                    refusal.to_owned()
                } else {
                    let received = Received { login: login.clone(), to: to.clone(), text };
                    letters.send(received).unwrap();
                    "250 taken".to_owned()
                }
            }
            _ => "250 fine".to_owned(),
        };
        if write.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
            return;
        }
    }
}
