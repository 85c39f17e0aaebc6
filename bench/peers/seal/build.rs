//! HEXL is a static archive that leaves its one dependency, Google's cpu_features, to whoever links
//! the program.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=-lcpu_features");
}
