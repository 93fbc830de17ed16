//! A TCP proxy to a database or a server that can be shut: the peer behind it then seems to be gone, and no connection ends.

use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OnceCell, watch};

/// Forwards all connections to one address while it is open.
pub(crate) struct Gate {
    port: u16,
    target: Arc<OnceCell<String>>,
    open: watch::Sender<bool>,
}

impl Gate {
    /// Makes an open gate without a target.
    pub(crate) async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let target = Arc::new(OnceCell::new());
        let (open, is_open) = watch::channel(true);
        tokio::spawn(serve(listener, target.clone(), is_open));
        Self { port, target, open }
    }

    /// Returns the address of the database at `url` through the gate.
    pub(crate) fn before(&self, url: &str) -> String {
        let (credentials, place) = url.split_once('@').expect("a URL with a user");
        let (host, database) = place.split_once('/').expect("a URL with a database");
        format!("{credentials}@{}/{database}", self.leading_to(host))
    }

    /// Returns the address through the gate of the listener at `target`, both as `HOST:PORT`.
    pub(crate) fn leading_to(&self, target: &str) -> String {
        self.target.set(target.to_owned()).expect("a gate leads to one address");
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn shut(&self) {
        self.open.send_replace(false);
    }

    pub(crate) fn open(&self) {
        self.open.send_replace(true);
    }
}

async fn serve(listener: TcpListener, target: Arc<OnceCell<String>>, open: watch::Receiver<bool>) {
    while let Ok((near, _)) = listener.accept().await {
        let far = TcpStream::connect(target.get().expect("the gate has a target")).await.unwrap();
        let (near_read, near_write) = near.into_split();
        let (far_read, far_write) = far.into_split();
        tokio::spawn(pass(near_read, far_write, open.clone()));
        tokio::spawn(pass(far_read, near_write, open.clone()));
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut open: watch::Receiver<bool>) {
    let mut buffer = vec![0; 8192];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        if open.wait_for(|open| *open).await.is_err() || to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}
