//! Random numbers that are the same on every machine.

/// A generator of random numbers (`SplitMix64`).
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 up to `end`, without it.
    pub(crate) const fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed % end as u64) as usize
    }

    /// Returns true with a probability of one in `times`.
    pub(crate) const fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a random element of `choice`.
    pub(crate) fn one_of<T: Copy>(&mut self, choice: &[T]) -> T {
        choice[self.below(choice.len())]
    }

    /// Returns the text with at most three characters removed, inserted, or replaced by others of `alphabet`.
    pub(crate) fn damaged(&mut self, text: &str, alphabet: &[char]) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(3) {
            let at = self.below(characters.len() + 1);
            let with = self.one_of(alphabet);
            match self.below(3) {
                0 => characters.insert(at, with),
                _ if at == characters.len() => {}
                1 => characters[at] = with,
                _ => drop(characters.remove(at)),
            }
        }
        characters.into_iter().collect()
    }
}
