//! Pictures that users upload: a photo becomes a small square picture without metadata.
//!
//! An upload and its decoding take memory: few uploads are read at the same time, and one is decoded at a time.

use std::io::{self, Cursor};
use std::sync::Arc;

use axum::body::Body;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use image::codecs::webp::WebPEncoder;
use image::imageops::FilterType;
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, Limits, RgbaImage,
};
use sha2::{Digest, Sha256};
use sumito_kit::blocking::{BlockingPool, NotRun};
use sumito_kit::shares::Payer;
use sumito_store::AvatarRow;
use tokio::sync::Semaphore;
use tokio::time::{Duration, timeout};
use tracing::error;

/// Address to which a picture is uploaded.
pub(crate) const PATH: &str = "/api/v1/me/avatar";
/// Maximum size of an upload, in bytes.
const MAX_BYTES: usize = 512 * 1024;
/// Maximum width and height of an upload, in pixels.
const MAX_SIDE: u32 = 4_096;
/// Maximum memory of a decoded upload, in bytes.
const MAX_MEMORY: u64 = 64 * 1024 * 1024;
/// Width and height of a stored picture, in pixels, and of one that would be too large otherwise.
const SIDES: [u32; 2] = [128, 96];
/// Maximum size of a stored picture, in bytes.
const MAX_STORED: usize = 32 * 1024;
/// Number of the lowest bits of a colour that may be dropped to make a picture smaller.
const DROPPED_BITS: u8 = 3;
/// Number of uploads that are read or decoded at the same time.
const UPLOADS: usize = 8;

/// Reasons for which an upload is not accepted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AvatarError {
    /// Other uploads are in progress.
    #[error("too many pictures are uploaded at the moment; try again soon")]
    Busy,
    /// The upload is too large.
    #[error("the picture exceeds {MAX_BYTES} bytes")]
    TooLarge,
    /// The upload is incomplete.
    #[error("the picture did not arrive in time, or not completely")]
    Incomplete,
    /// The upload is no picture.
    #[error("the picture must be a PNG, JPEG or WebP file of at most {MAX_SIDE} × {MAX_SIDE} pixels: {0}")]
    Unreadable(String),
    /// The conversion failed.
    #[error("the picture could not be converted")]
    Broken,
}

/// The conversion of uploads.
#[derive(Debug)]
pub(crate) struct Avatars {
    uploads: Arc<Semaphore>,
    converting: BlockingPool,
    patience: Duration,
}

impl Avatars {
    /// Creates the service. An upload must arrive within `patience`.
    ///
    /// # Errors
    /// Fails if the operating system cannot create a thread.
    pub(crate) fn new(patience: Duration) -> io::Result<Self> {
        // One at once: a conversion needs much memory.
        let converting = BlockingPool::background("avatars", 1, UPLOADS)?;
        Ok(Self { uploads: Arc::new(Semaphore::new(UPLOADS)), converting, patience })
    }

    /// Reads an upload and converts it.
    ///
    /// # Errors
    /// [`AvatarError`] says why the upload is not accepted.
    pub(crate) async fn receive(&self, payer: Payer, body: Body) -> Result<AvatarRow, AvatarError> {
        let _place = self.uploads.try_acquire().map_err(|_| AvatarError::Busy)?;
        let read = timeout(self.patience, Limited::new(body, MAX_BYTES).collect()).await;
        let read = read.map_err(|_| AvatarError::Incomplete)?;
        let bytes = read
            .map_err(|error| {
                if error.is::<LengthLimitError>() { AvatarError::TooLarge } else { AvatarError::Incomplete }
            })?
            .to_bytes();
        let picture =
            self.converting.run(payer, move || convert(&bytes)).await.map_err(|error| match error {
                NotRun::Full(_) => AvatarError::Busy,
                NotRun::Panicked => {
                    error!("conversion of a picture panicked");
                    AvatarError::Broken
                }
            })??;
        Ok(AvatarRow { tag: tag_of(&picture), picture })
    }
}

/// Returns the tag of a picture: a part of its SHA-256.
fn tag_of(picture: &[u8]) -> String {
    let first = Sha256::digest(picture).first_chunk().copied().expect("32 bytes have a first quarter");
    format!("{:016x}", u64::from_be_bytes(first))
}

/// Converts an upload to a small square picture in WebP. Only the pixels stay.
fn convert(upload: &[u8]) -> Result<Vec<u8>, AvatarError> {
    let unreadable = |error: image::ImageError| AvatarError::Unreadable(error.to_string());
    let mut reader = ImageReader::new(Cursor::new(upload));
    let format = image::guess_format(upload).map_err(unreadable)?;
    if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP) {
        return Err(AvatarError::Unreadable("another format".to_owned()));
    }
    reader.set_format(format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    // A camera stores how it was held.
    let orientation = decoder.orientation().map_err(unreadable)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    picture.apply_orientation(orientation);
    let (width, height) = (picture.width(), picture.height());
    let side = width.min(height);
    if side == 0 {
        return Err(AvatarError::Unreadable("it is empty".to_owned()));
    }
    let square = picture.crop_imm((width - side) / 2, (height - side) / 2, side, side);
    for side in SIDES {
        let small = square.resize_exact(side, side, FilterType::Triangle).into_rgba8();
        for bits in 0..=DROPPED_BITS {
            let stored = encode(&small, bits)?;
            if stored.len() <= MAX_STORED {
                return Ok(stored);
            }
        }
    }
    Err(AvatarError::Broken)
}

/// Writes a picture without the lowest bits of its colours.
fn encode(picture: &RgbaImage, dropped_bits: u8) -> Result<Vec<u8>, AvatarError> {
    let rounded = |value: &u8| {
        let kept = value & (u8::MAX << dropped_bits);
        // The highest bits in place of the lowest: white stays white, and no part becomes transparent.
        kept | kept.checked_shr(8 - u32::from(dropped_bits)).unwrap_or_default()
    };
    let pixels: Vec<u8> = picture.as_raw().iter().map(rounded).collect();
    let mut stored = Vec::new();
    let (width, height) = picture.dimensions();
    WebPEncoder::new_lossless(&mut stored)
        .write_image(&pixels, width, height, ExtendedColorType::Rgba8)
        .map_err(|error| {
            error!(%error, "picture write failed");
            AvatarError::Broken
        })?;
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    fn upload(width: u32, height: u32, format: ImageFormat, color: impl Fn(u32, u32) -> [u8; 3]) -> Vec<u8> {
        let picture = RgbImage::from_fn(width, height, |x, y| Rgb(color(x, y)));
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn decoded(stored: &[u8]) -> RgbaImage {
        assert_eq!(image::guess_format(stored).unwrap(), ImageFormat::WebP);
        image::load_from_memory(stored).unwrap().into_rgba8()
    }

    #[test]
    fn middle_of_a_picture_becomes_a_small_square() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            // Blue at the left and right, red in the middle.
            let color = |x: u32, _| if (100..200).contains(&x) { [200, 0, 0] } else { [0, 0, 200] };
            let stored = convert(&upload(300, 100, format, color)).unwrap();
            let picture = decoded(&stored);
            assert_eq!(picture.dimensions(), (128, 128));
            assert!(picture.pixels().all(|pixel| pixel.0[0] > 150 && pixel.0[2] < 60 && pixel.0[3] == 255));
        }
    }

    #[test]
    fn noise_fits_too() {
        let mut random = 1_u32;
        let mut bytes = Vec::new();
        for _ in 0..200 * 200 * 3 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bytes.push((random >> 24) as u8);
        }
        let noise = |x: u32, y: u32| {
            let place = (3 * (200 * y + x)) as usize;
            [bytes[place], bytes[place + 1], bytes[place + 2]]
        };
        let stored = convert(&upload(200, 200, ImageFormat::Png, noise)).unwrap();
        assert!(stored.len() <= MAX_STORED);
        decoded(&stored);
    }

    #[test]
    fn other_files_and_enormous_pictures_are_rejected() {
        let black = |_, _| [0; 3];
        let wide = upload(MAX_SIDE + 1, 1, ImageFormat::Png, black);
        let mut damaged = upload(64, 64, ImageFormat::Png, black);
        damaged.truncate(damaged.len() / 2);
        // A header that promises four billion pixels.
        let mut bomb = upload(64, 64, ImageFormat::Png, black);
        bomb[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        for bytes in
            [&b"GIF89a"[..], b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", &wide, &damaged, &bomb]
        {
            assert!(matches!(convert(bytes), Err(AvatarError::Unreadable(_))), "{} bytes", bytes.len());
        }
    }
}
