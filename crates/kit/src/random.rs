//! Cryptographically secure randomness.

#[cfg(feature = "simulated")]
thread_local! {
    static SIMULATED: std::cell::RefCell<Option<fastrand::Rng>> = const { std::cell::RefCell::new(None) };
}

/// Returns random bytes from the operating system.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[cfg(feature = "simulated")]
    if SIMULATED.with_borrow_mut(|rng| rng.as_mut().map(|rng| rng.fill(&mut bytes)).is_some()) {
        return bytes;
    }
    getrandom::fill(&mut bytes).expect("the system has a source of randomness");
    bytes
}

/// Lets the random bytes on this thread follow from a seed: a simulation repeats itself.
#[cfg(feature = "simulated")]
pub fn simulate(seed: u64) {
    SIMULATED.set(Some(fastrand::Rng::with_seed(seed)));
}
