//! Names of guests.

use sumito_kit::random;

/// Words of a guest's name. Generated names are friendlier than `Guest 4711`.
const ADJECTIVES: [&str; 32] = [
    "Amber", "Bold", "Bright", "Calm", "Clever", "Coral", "Crimson", "Daring", "Eager", "Gentle", "Golden",
    "Happy", "Ivory", "Jolly", "Keen", "Lively", "Lucky", "Mellow", "Merry", "Nimble", "Noble", "Patient",
    "Proud", "Quiet", "Rapid", "Silver", "Sly", "Steady", "Swift", "Velvet", "Witty", "Young",
];
const NOUNS: [&str; 32] = [
    "Badger", "Beaver", "Bison", "Condor", "Crane", "Dolphin", "Eagle", "Falcon", "Ferret", "Fox", "Gecko",
    "Heron", "Ibex", "Jackal", "Kestrel", "Lark", "Lemur", "Lynx", "Marten", "Newt", "Orca", "Osprey",
    "Otter", "Panda", "Puffin", "Raven", "Seal", "Stork", "Tiger", "Walrus", "Wolf", "Wren",
];

/// Returns a name for a guest: `Velvet Otter 77`. Guest names are not unique.
pub(super) fn guest_name() -> String {
    let [first, second, third, fourth] = random::bytes();
    format!(
        "{} {} {:02}",
        ADJECTIVES[usize::from(first) % ADJECTIVES.len()],
        NOUNS[usize::from(second) % NOUNS.len()],
        u16::from_le_bytes([third, fourth]) % 100,
    )
}

/// Returns whether letters without separators form a guest's name, in any case.
pub(super) fn are_of_a_guest(letters: &str) -> bool {
    let letters = letters.to_ascii_lowercase();
    ADJECTIVES.iter().any(|adjective| {
        let noun = letters.strip_prefix(&adjective.to_ascii_lowercase());
        noun.is_some_and(|noun| NOUNS.iter().any(|other| other.eq_ignore_ascii_case(noun)))
    })
}
