//! The Merkle tree of the log: RFC 6962, section 2.1, with SHA-256.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// Length of a hash in bytes.
const HASH_BYTES: usize = 32;

/// A hash of the tree. As text: 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; HASH_BYTES]);

impl Hash {
    /// Returns the hash of a leaf.
    pub fn of_leaf(data: &[u8]) -> Self {
        Self(Sha256::new().chain_update([0]).chain_update(data).finalize().into())
    }

    fn of_node(left: Self, right: Self) -> Self {
        Self(Sha256::new().chain_update([1]).chain_update(left.0).chain_update(right.0).finalize().into())
    }

    /// Parses hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; HASH_BYTES];
        if text.len() != 2 * HASH_BYTES || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

/// A tree that grows at its end. It has the roots of its complete subtrees, at most 64, and not its leaves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    size: u64,
    /// The roots of the complete subtrees, the largest first: one for each bit of `size` that is set.
    roots: Vec<Hash>,
}

impl Tree {
    /// Returns the number of leaves.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Adds a leaf.
    pub fn push(&mut self, leaf: Hash) {
        let mut root = leaf;
        for _ in 0..self.size.trailing_ones() {
            let Some(left) = self.roots.pop() else { break };
            root = Hash::of_node(left, root);
        }
        self.roots.push(root);
        self.size += 1;
    }

    /// Returns the root of the whole tree.
    pub fn root(&self) -> Hash {
        let mut roots = self.roots.iter().rev();
        let Some(&smallest) = roots.next() else { return Hash(Sha256::new().finalize().into()) };
        roots.fold(smallest, |right, &left| Hash::of_node(left, right))
    }

    /// Returns the roots of the complete subtrees as bytes, for [`from_parts`](Self::from_parts).
    pub fn to_bytes(&self) -> Vec<u8> {
        self.roots.iter().flat_map(|root| root.0).collect()
    }

    /// Returns the tree with this number of leaves; `None` if the bytes do not belong to a tree of this size.
    pub fn from_parts(size: u64, roots: &[u8]) -> Option<Self> {
        let (roots, rest) = roots.as_chunks();
        let is_whole = rest.is_empty() && roots.len() == size.count_ones() as usize;
        is_whole.then(|| Self { size, roots: roots.iter().copied().map(Hash).collect() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The leaves and roots that Certificate Transparency's implementations test with.
    const LEAVES: [&[u8]; 8] = [
        b"",
        b"\0",
        b"\x10",
        b"\x20\x21",
        b"\x30\x31",
        b"\x40\x41\x42\x43",
        b"\x50\x51\x52\x53\x54\x55\x56\x57",
        b"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f",
    ];
    const ROOTS: [&str; 9] = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];

    #[test]
    fn known_leaves_have_the_known_roots() {
        let mut tree = Tree::default();
        assert_eq!(tree.root().to_string(), ROOTS[0]);
        for (leaf, root) in LEAVES.into_iter().zip(&ROOTS[1..]) {
            tree.push(Hash::of_leaf(leaf));
            assert_eq!(&tree.root().to_string(), root);
        }
    }

    /// The definition of RFC 6962, by recursion.
    fn by_definition(leaves: &[Hash]) -> Hash {
        if let [leaf] = leaves {
            return *leaf;
        }
        let half = leaves.len().next_power_of_two() / 2;
        Hash::of_node(by_definition(&leaves[..half]), by_definition(&leaves[half..]))
    }

    proptest! {
        #[test]
        fn root_is_that_of_the_definition(count in 1_usize..200) {
            let leaves: Vec<_> = (0..count).map(|number| Hash::of_leaf(&number.to_be_bytes())).collect();
            let mut tree = Tree::default();
            for leaf in &leaves {
                tree.push(*leaf);
                prop_assert_eq!(Tree::from_parts(tree.size(), &tree.to_bytes()), Some(tree.clone()));
            }
            prop_assert_eq!(tree.root(), by_definition(&leaves));
        }
    }

    #[test]
    fn parts_of_another_size_are_refused() {
        assert_eq!(Tree::from_parts(3, &[0; 32]), None);
        assert_eq!(Tree::from_parts(1, &[0; 33]), None);
        assert_eq!(Tree::from_parts(0, &[]), Some(Tree::default()));
    }

    #[test]
    fn hash_is_read_again() {
        let hash = Hash::of_leaf(b"leaf");
        assert_eq!(Hash::parse(&hash.to_string()), Some(hash));
        assert_eq!(Hash::parse("+1"), None);
        assert_eq!(Hash::parse(&"+1".repeat(32)), None);
    }
}
