//! Trains the network that evaluates positions of two players (docs/adr/0028, 0086).
//!
//! ```sh
//! network play --games 20000 --nodes 1000 --seed 1 --out games.bin     # the engine plays against itself
//! network train games.bin --out crates/engine/src/network/weights.bin   # may read several files
//! ```
//!
//! With the same arguments, both commands give the same result on every machine. The next engine plays better games, which can be used for
//! the next training: `train --from` continues with the weights of the last one.

#![expect(clippy::print_stderr, reason = "a program for the terminal says how far it is")]

mod net;
mod play;
mod sample;
mod train;

use std::{error::Error, fs, fs::File, io::BufWriter, path::PathBuf};

use clap::Parser;

use sample::Sample;

/// Train the network of the evaluation.
#[derive(Parser)]
enum Command {
    /// Let the engine play against itself and keep the quiet positions of its games
    Play {
        /// Number of games
        #[arg(long, default_value_t = 20_000)]
        games: u64,
        /// Approximate number of positions searched for each move
        #[arg(long, default_value_t = 1000)]
        nodes: u64,
        /// Seed of the games
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Output file for the positions
        #[arg(long)]
        out: PathBuf,
    },
    /// Train on positions, and write the weights
    Train {
        /// Output files of `play`
        #[arg(required = true)]
        games: Vec<PathBuf>,
        #[command(flatten)]
        learning: train::Learning,
        /// Output file for the weights
        #[arg(long)]
        out: PathBuf,
    },
}

fn main() -> Result<(), Box<dyn Error>> {
    match Command::parse() {
        Command::Play { games, nodes, seed, out } => {
            let mut out = BufWriter::new(File::create(out)?);
            let mut positions = 0;
            for game in 1..=games {
                positions += play::play(nodes, seed.wrapping_mul(1_000_003) ^ game, &mut out)?;
                if game % 100 == 0 || game == games {
                    eprintln!("{game} games, {positions} positions");
                }
            }
        }
        Command::Train { games, learning, out } => {
            let mut samples = Vec::new();
            for path in games {
                for bytes in fs::read(path)?.as_chunks().0 {
                    samples.push(Sample::of_bytes(bytes)?);
                }
            }
            fs::write(out, train::train(&samples, &learning)?.to_bytes())?;
        }
    }
    Ok(())
}
