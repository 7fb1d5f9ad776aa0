//! A small network on sparse features: each active one adds its row of weights to the first layer,
//! and two layers follow.
//!
//! One network scores a seat that is not down, another one a seat that is. The weights are a file
//! that `examples/train_value.rs` writes, little-endian floats in the order of `Net`.

/// Rows of the first layer, its width, and the width of the second layer.
pub const N_ROWS: usize = 1291;
pub const WIDE: usize = 64;
pub const NARROW: usize = 16;

/// Weights of one network: rows and bias of the first layer, the second layer, the output.
#[derive(Clone, Debug)]
pub struct Net {
    pub rows: Vec<[f32; WIDE]>,
    pub bias: [f32; WIDE],
    pub second: [[f32; WIDE]; NARROW],
    pub second_bias: [f32; NARROW],
    pub out: [f32; NARROW],
}

/// Floats of one network.
pub const N_WEIGHTS: usize = N_ROWS * WIDE + WIDE + NARROW * WIDE + NARROW + NARROW;

impl Net {
    /// Create a network from its floats, which must be `N_WEIGHTS`.
    pub fn from_weights(weights: &[f32]) -> Net {
        assert_eq!(weights.len(), N_WEIGHTS, "the weights of one network");
        let (rows, rest) = weights.split_at(N_ROWS * WIDE);
        let (bias, rest) = rest.split_at(WIDE);
        let (second, rest) = rest.split_at(NARROW * WIDE);
        let (second_bias, out) = rest.split_at(NARROW);
        let mut net = Net {
            rows: rows.as_chunks().0.to_vec(),
            bias: [0.0; WIDE],
            second: [[0.0; WIDE]; NARROW],
            second_bias: [0.0; NARROW],
            out: [0.0; NARROW],
        };
        net.bias.copy_from_slice(bias);
        net.second.copy_from_slice(second.as_chunks().0);
        net.second_bias.copy_from_slice(second_bias);
        net.out.copy_from_slice(out);
        net
    }

    /// Return the score of a set of active rows.
    #[inline]
    pub fn score(&self, active: &[u16]) -> f32 {
        let mut wide = self.bias;
        for &row in active {
            let row = &self.rows[usize::from(row)];
            for (sum, weight) in wide.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        wide.iter_mut().for_each(|sum| *sum = sum.max(0.0));
        let mut score = 0.0;
        for ((weights, bias), out) in self.second.iter().zip(self.second_bias).zip(self.out) {
            score += (bias + dot(weights, &wide)).max(0.0) * out;
        }
        score
    }
}

/// Return the sum of products, in eight lanes.
#[inline]
fn dot(a: &[f32; WIDE], b: &[f32; WIDE]) -> f32 {
    let mut lanes = [0.0f32; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    lanes.iter().sum()
}
