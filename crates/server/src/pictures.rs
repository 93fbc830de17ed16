//! Drawing pictures of positions: a few at a time, beside everything else, and none twice that is still at hand.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use sumito_picture::Picture;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tracing::error;

use crate::config::Http;

/// Pictures that are kept, with some hundred thousand bytes each.
const KEPT: usize = 32;

/// Draws pictures.
#[derive(Debug)]
pub(crate) struct Pictures {
    places: Semaphore,
    turns: Semaphore,
    /// Those that were asked for last, the last one first.
    kept: Mutex<VecDeque<(Picture, Bytes)>>,
}

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPicture {
    /// Too many wait.
    Busy,
    /// It could not be drawn.
    Broken,
}

impl Pictures {
    /// With the limits that `config` names.
    pub(crate) fn new(config: &Http) -> Self {
        let semaphore = |permits: usize| Semaphore::new(permits.min(Semaphore::MAX_PERMITS));
        Self {
            places: semaphore(config.pictures_at_once.saturating_add(config.pictures_waiting)),
            turns: semaphore(config.pictures_at_once),
            kept: Mutex::default(),
        }
    }

    /// The picture as PNG.
    pub(crate) async fn png(&self, picture: Picture) -> Result<Bytes, NoPicture> {
        if let Some(png) = self.kept(&picture) {
            return Ok(png);
        }
        let _place = self.places.try_acquire().map_err(|_| NoPicture::Busy)?;
        let _turn = self.turns.acquire().await.map_err(|_| NoPicture::Busy)?;
        // It may have been drawn while this one waited.
        if let Some(png) = self.kept(&picture) {
            return Ok(png);
        }
        match spawn_blocking(move || sumito_picture::png(&picture)).await {
            Ok(Ok(png)) => Ok(self.keep(picture, png.into())),
            Ok(Err(error)) => {
                error!(%error, position = %picture.position, "a picture cannot be drawn");
                Err(NoPicture::Broken)
            }
            Err(error) => {
                error!(%error, position = %picture.position, "drawing a picture broke off");
                Err(NoPicture::Broken)
            }
        }
    }

    /// Whether the picture is at hand, and need not be drawn.
    pub(crate) fn has(&self, picture: &Picture) -> bool {
        self.kept(picture).is_some()
    }

    fn kept(&self, picture: &Picture) -> Option<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(other, _)| other == picture)?;
        let found = kept.remove(place)?;
        let png = found.1.clone();
        kept.push_front(found);
        Some(png)
    }

    fn keep(&self, picture: Picture, png: Bytes) -> Bytes {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front((picture, png.clone()));
        kept.truncate(KEPT);
        png
    }
}

#[cfg(test)]
mod tests {
    use std::iter::repeat_with;
    use std::pin::pin;

    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use sumito_rules::{Layout, Mode, Position};

    use super::*;
    use crate::config::{Config, Overrides};

    fn picture(layout: Layout) -> Picture {
        Position::start(Mode::Two, layout).unwrap().into()
    }

    const WAITING: usize = 3;

    fn pictures() -> Pictures {
        let mut config = Config::load(None, &Overrides::default()).unwrap().http;
        (config.pictures_at_once, config.pictures_waiting) = (1, WAITING);
        Pictures::new(&config)
    }

    #[tokio::test]
    async fn a_picture_is_drawn_once_however_many_ask() {
        let pictures = pictures();
        let asking = (0..=WAITING).map(|_| pictures.png(picture(Layout::Standard)));
        let drawn: Vec<_> = join_all(asking).await.into_iter().map(Result::unwrap).collect();
        assert!(drawn.iter().all(|png| png.as_ptr() == drawn[0].as_ptr()), "the same bytes");
    }

    #[tokio::test]
    async fn who_comes_when_too_many_wait_is_sent_away() {
        let pictures = pictures();
        let mut waiting: Vec<_> =
            repeat_with(|| Box::pin(pictures.png(picture(Layout::Standard)))).take(1 + WAITING).collect();
        for asking in &mut waiting {
            assert!(asking.now_or_never().is_none());
        }
        let late = pin!(pictures.png(picture(Layout::BelgianDaisy)));
        assert_eq!(late.now_or_never(), Some(Err(NoPicture::Busy)));
        drop(waiting);
        assert!(pictures.png(picture(Layout::BelgianDaisy)).await.is_ok());
    }

    #[tokio::test]
    async fn only_the_last_pictures_are_kept() {
        let pictures = pictures();
        let one = picture(Layout::Standard);
        pictures.keep(one, Bytes::from_static(b"1"));
        for ply in 0..KEPT {
            let line = format!("5/6/7/8/4b4/8/7/6/5 b 0,0 0 {ply}");
            let position = Position::parse(Mode::Two, &line).unwrap();
            pictures.keep(position.into(), Bytes::new());
        }
        assert_eq!(pictures.kept(&one), None);
        assert_eq!(pictures.kept.lock().unwrap().len(), KEPT);
    }
}
