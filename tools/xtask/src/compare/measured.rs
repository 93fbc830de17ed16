//! Parser for the output of `sumito-loadtest play`.

use std::str::FromStr;

use anyhow::{Context, Error, Result};

/// Names of the compared quantities, in order.
pub(crate) const QUANTITIES: [&str; 3] =
    ["moves a second", "p99 of a move, µs", "processor time of a move, µs"];

/// One measurement, in the order of [`QUANTITIES`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Measured(pub(crate) [f64; 3]);

impl FromStr for Measured {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let rate = before(text, " moves/s")?;
        let (_, latency) = text.split_once("p99 ").context("no p99")?;
        let p99 = latency.split([',', ';']).next().unwrap_or_default();
        let cpu = before(text, " µs a move")?;
        Ok(Self([rate, p99.trim().parse().with_context(|| format!("`{p99}` is not a number"))?, cpu]))
    }
}

/// Returns the number before these words.
fn before(text: &str, words: &str) -> Result<f64> {
    let (head, _) = text.split_once(words).with_context(|| format!("`{words}` is missing in {text}"))?;
    let number = head.rsplit(' ').next().unwrap_or_default();
    number.parse().with_context(|| format!("`{number}` is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_the_load_generator_is_parsed() {
        let text = "60531 moves and 600 games in 5.0 s: 12106 moves/s\n\
                    latency in µs: p50 3900, p90 5100, p99 7212, p99.9 9000, max 12000; median of the p99 of 25 windows 7000\n\
                    server: 98 % of a core, 81.3 µs a move (60.1 in its own code), 31.0 MB resident\n";
        assert_eq!(text.parse::<Measured>().unwrap(), Measured([12_106.0, 7_212.0, 81.3]));
        assert!("server: gone".parse::<Measured>().is_err());
    }
}
