//! Compiles the kernels for the host, where the feature `emulate` asks for it.

fn main() {
    println!("cargo::rerun-if-changed=kernels");
    #[cfg(feature = "emulate")]
    emulation();
}

#[cfg(feature = "emulate")]
fn emulation() {
    let mut build = cc::Build::new();
    // Fused products are an instruction where this machine has it, and calls elsewhere.
    #[cfg(target_arch = "x86_64")]
    if std::env::var("HOST") == std::env::var("TARGET") && std::is_x86_feature_detected!("fma") {
        build.flag("-mfma");
    }
    build
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
