//! Identity of the user: the given token, or the guest of the previous run.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use sumito_client::protocol::ErrorCode;
use sumito_client::{Client, Error, Rest};

use crate::cli::Cli;

/// Connects with the user's identity.
pub(crate) async fn connect(cli: &Cli) -> Result<Client, Error> {
    let connect = async |token: String| Client::builder(&cli.server).token(token).connect().await;
    if let Some(token) = &cli.token {
        return connect(token.clone()).await;
    }
    if cli.new_guest {
        return Client::guest(&cli.server).await;
    }
    let place = place(&cli.server);
    if let Some(token) = place.as_ref().and_then(|place| fs::read_to_string(place).ok()) {
        match connect(token.trim().to_owned()).await {
            // That guest no longer exists on the server: create another one.
            Err(failure) if failure.is(ErrorCode::BadToken) => {}
            connected => return connected,
        }
    }
    let guest = Rest::new(&cli.server)?.guest().await?;
    // If the guest cannot be saved, it is used for this run only.
    let _ = place.map(|place| keep(&place, &guest.token));
    connect(guest.token).await
}

/// Path of the file with the guest of a server.
fn place(server: &str) -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")))?;
    let name: String =
        server.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '-' }).collect();
    Some(folder.join("sumito").join(format!("{name}.token")))
}

/// Readable only by the owner: the token is as good as a password.
fn keep(place: &PathBuf, token: &str) -> std::io::Result<()> {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(place)?
        .write_all(token.as_bytes())
}
