//! Image rendering with bounded concurrency and a cache.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use sumito_picture::Picture;
use tracing::error;

use sumito_kit::blocking::BlockingPool;
use sumito_kit::shares::Payer;

/// Number of cached images, of some hundred thousand bytes each.
const KEPT: usize = 32;

/// Renders images of positions.
#[derive(Debug)]
pub(crate) struct Pictures {
    drawing: BlockingPool,
    kept: Kept,
}

/// The most recently requested images, the latest first. Cheap to clone.
#[derive(Debug, Clone, Default)]
struct Kept(Arc<Mutex<VecDeque<(Picture, Bytes)>>>);

/// Reasons for which there is no image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RenderError {
    /// The queue is full.
    Busy,
    /// The rendering failed.
    Panicked,
}

impl Pictures {
    /// Creates the service, which renders on the threads of `drawing`.
    pub(crate) fn new(drawing: BlockingPool) -> Self {
        Self { drawing, kept: Kept::default() }
    }

    /// Returns the image as PNG.
    pub(crate) async fn png(&self, payer: Payer, picture: Picture) -> Result<Bytes, RenderError> {
        if let Some(png) = self.kept.find(&picture) {
            return Ok(png);
        }
        let turn = self.drawing.turn(payer).await.map_err(|_| RenderError::Busy)?;
        // It may have been rendered while this request waited.
        if let Some(png) = self.kept.find(&picture) {
            return Ok(png);
        }
        let kept = self.kept.clone();
        match turn.run(move || sumito_picture::png(&picture).map(|png| kept.keep(picture, png.into()))).await
        {
            Ok(Ok(png)) => Ok(png),
            Ok(Err(error)) => {
                error!(%error, position = %picture.position, "picture rendering failed");
                Err(RenderError::Panicked)
            }
            Err(error) => {
                error!(%error, position = %picture.position, "picture rendering panicked");
                Err(RenderError::Panicked)
            }
        }
    }

    /// Returns whether the image is cached and need not be rendered.
    pub(crate) fn has(&self, picture: &Picture) -> bool {
        self.kept.find(picture).is_some()
    }
}

impl Kept {
    fn find(&self, picture: &Picture) -> Option<Bytes> {
        let mut kept = self.all();
        let place = kept.iter().position(|(other, _)| other == picture)?;
        let found = kept.remove(place)?;
        let png = found.1.clone();
        kept.push_front(found);
        Some(png)
    }

    fn keep(&self, picture: Picture, png: Bytes) -> Bytes {
        let mut kept = self.all();
        kept.push_front((picture, png.clone()));
        kept.truncate(KEPT);
        png
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<(Picture, Bytes)>> {
        self.0.lock()
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

    fn picture(layout: Layout) -> Picture {
        Position::start(Mode::Two, layout).unwrap().into()
    }

    const WAITING: usize = 3;

    fn pictures() -> Pictures {
        Pictures::new(BlockingPool::new("pictures", 1, WAITING))
    }

    #[tokio::test]
    async fn image_is_rendered_once_for_all_requests() {
        let pictures = pictures();
        let asking = (0..=WAITING).map(|_| pictures.png(Payer::SERVER, picture(Layout::Standard)));
        let drawn: Vec<_> = join_all(asking).await.into_iter().map(Result::unwrap).collect();
        assert!(drawn.iter().all(|png| png.as_ptr() == drawn[0].as_ptr()), "the same bytes");
    }

    #[tokio::test]
    async fn full_queue_rejects_as_busy() {
        let pictures = pictures();
        let mut waiting: Vec<_> =
            repeat_with(|| Box::pin(pictures.png(Payer::SERVER, picture(Layout::Standard))))
                .take(1 + WAITING)
                .collect();
        for asking in &mut waiting {
            assert!(asking.now_or_never().is_none());
        }
        let late = pin!(pictures.png(Payer::SERVER, picture(Layout::BelgianDaisy)));
        assert_eq!(late.now_or_never(), Some(Err(RenderError::Busy)));
        drop(waiting);
        assert!(pictures.png(Payer::SERVER, picture(Layout::BelgianDaisy)).await.is_ok());
    }

    #[tokio::test]
    async fn only_the_latest_images_are_cached() {
        let pictures = pictures();
        let one = picture(Layout::Standard);
        pictures.kept.keep(one, Bytes::from_static(b"1"));
        for ply in 0..KEPT {
            let line = format!("5/6/7/8/4b4/8/7/6/5 b 0,0 0 {ply}");
            let position = Position::parse(Mode::Two, &line).unwrap();
            pictures.kept.keep(position.into(), Bytes::new());
        }
        assert_eq!(pictures.kept.find(&one), None);
        assert_eq!(pictures.kept.all().len(), KEPT);
    }
}
