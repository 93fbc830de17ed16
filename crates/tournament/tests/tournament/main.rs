//! Stories of tournaments, told with the words of `scene`.

mod round_robin;
mod scene;
