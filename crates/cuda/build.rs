//! Compiles the kernels for the host, where the feature `emulate` asks for it.

fn main() {
    println!("cargo::rerun-if-changed=kernels");
    #[cfg(feature = "emulate")]
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .file("kernels/emulation.cpp")
        // Sums and products are rounded one by one, as on the device.
        .flag("-ffp-contract=off")
        .flag_if_supported("-Wno-unknown-pragmas")
        .flag_if_supported("-Wno-clobbered")
        // Jumps between stacks, which its checks take for errors.
        .flag("-U_FORTIFY_SOURCE")
        .opt_level(2)
        .compile("papilio_emulation");
}
