//! A network that can stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A TCP proxy that can be stopped for a while. Data in transit arrives later, even if its sender is gone.
pub(crate) struct Proxy {
    connections: Arc<AtomicU64>,
    /// Connections with numbers below this one are stopped; numbers start at 0.
    stopped: watch::Sender<u64>,
}

impl Proxy {
    /// Makes a proxy to the server of a database URL; returns it with the URL through the proxy.
    pub(crate) async fn to(url: &str) -> (Self, String) {
        let (user, rest) = url.split_once('@').unwrap();
        let (server, database) = rest.split_once('/').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let proxy = Self { connections: Arc::default(), stopped: watch::channel(0).0 };
        let (server, connections) = (server.to_owned(), Arc::clone(&proxy.connections));
        let stopped = proxy.stopped.subscribe();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let number = connections.fetch_add(1, Ordering::Relaxed);
                let (server, stopped) = (server.clone(), stopped.clone());
                tokio::spawn(async move {
                    let (from_client, to_client) = client.into_split();
                    let (from_server, to_server) = TcpStream::connect(server).await.unwrap().into_split();
                    tokio::spawn(pass_on(from_client, to_server, number, stopped.clone()));
                    pass_on(from_server, to_client, number, stopped).await;
                });
            }
        });
        (proxy, format!("{user}@{address}/{database}"))
    }

    /// Stops all connections.
    pub(crate) fn stop(&self) {
        self.stopped.send_replace(u64::MAX);
    }

    /// Lets new connections pass; existing ones stay stopped.
    pub(crate) fn let_new_ones_pass(&self) {
        self.stopped.send_replace(self.connections.load(Ordering::Relaxed));
    }

    /// Lets all connections pass again.
    pub(crate) fn resume(&self) {
        self.stopped.send_replace(0);
    }
}

async fn pass_on(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    number: u64,
    mut stopped: watch::Receiver<u64>,
) {
    let mut bytes = vec![0; 65_536];
    loop {
        let count = from.read(&mut bytes).await.unwrap_or(0);
        if stopped.wait_for(|stopped| number >= *stopped).await.is_err()
            || count == 0
            || to.write_all(&bytes[..count]).await.is_err()
        {
            return;
        }
    }
}
