//! Compile a function twice on x86-64, for any processor and for one with AVX2 and BMI2.
//!
//! The choice is made at each call, so a call should take a millisecond or more. Whatever its
//! body calls must be `#[inline(always)]`, or that part is compiled for any processor only. Both
//! versions do the same arithmetic in the same order: no fused multiply-add.

/// Return true if the faster version runs on this processor and `RUST_MELD_BASELINE` is not set.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_avx2_and_bmi2() -> bool {
    static FOUND: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
        std::env::var_os("RUST_MELD_BASELINE").is_none()
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    });
    *FOUND
}

/// Define a function by the name of its `#[inline(always)]` body, which takes the same arguments:
/// `dispatch! { /// Deal. pub fn deal[const SEATS: usize](seed: u64) -> u64 = deal_inlined; }`
macro_rules! dispatch {
    ($(#[$meta:meta])* $vis:vis fn $name:ident $([$(const $generic:ident: $kind:ty),+])?
     ($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? = $body:ident;) => {
        $(#[$meta])*
        $vis fn $name$(<$(const $generic: $kind),+>)?($($arg: $type),*) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn with_avx2$(<$(const $generic: $kind),+>)?($($arg: $type),*) $(-> $out)? {
                    $body$(::<$($generic),+>)?($($arg),*)
                }
                if $crate::poker::dispatch::has_avx2_and_bmi2() {
                    // SAFETY: the processor has every feature that the function was compiled for.
                    return unsafe { with_avx2$(::<$($generic),+>)?($($arg),*) };
                }
            }
            $body$(::<$($generic),+>)?($($arg),*)
        }
    };
}
pub(crate) use dispatch;
