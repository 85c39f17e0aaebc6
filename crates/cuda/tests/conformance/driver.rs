//! The calls of NVIDIA's driver, over a stand-in for it (`tests/driver`): this program once more,
//! in a process that finds the stand-in where it seeks the driver. A fault of a call, and whatever
//! is not given back, ends that process.

use super::encrypted;
use super::{moduli, polynomials};
use papilio_cuda::ceilings::RecordedLaunches;
use papilio_cuda::{Basis, DeviceWords, EngineError, Gpu};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

const DRIVER: &str = include_str!("../driver/libcuda.cpp");
const KERNELS: &str = include_str!("../../kernels/papilio.ptx");

/// The folder of the stand-in, which is compiled once: over the kernels that the emulated device
/// has.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("driver");
        std::fs::create_dir_all(&folder).expect("a folder");
        let own = folder.join(format!("{}.so", std::process::id()));
        let mut compiler = Command::new(std::env::var_os("CXX").as_deref().unwrap_or(OsStr::new("c++")));
        compiler.args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-fPIC", "-fvisibility=hidden", "-shared"]);
        compiler.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/driver/libcuda.cpp"));
        compiler.arg(concat!(env!("OUT_DIR"), "/libpapilio_emulation.a"));
        // It stays when it is closed, and what it has from the archive is not seen.
        compiler.args(["-Wl,-z,nodelete,-z,defs", "-Wl,--exclude-libs,ALL", "-o"]).arg(&own);
        let output = compiler.output().expect("a C++ compiler");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // At once, for processes beside this one, and by both names that are sought.
        std::fs::hard_link(&own, own.with_extension("so.1")).expect("a file of the folder");
        std::fs::rename(own.with_extension("so.1"), folder.join("libcuda.so.1")).expect("a file of the folder");
        std::fs::rename(&own, folder.join("libcuda.so")).expect("a file of the folder");
        folder
    })
}

/// The words of a process over the stand-in, and what the stand-in has counted.
struct Told {
    success: bool,
    text: String,
    counts: BTreeMap<String, u64>,
}

impl Told {
    fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    fn succeeded(self) -> Self {
        assert!(self.success, "{}", self.text);
        self
    }
}

/// Tests of this program over the stand-in, with settings of it.
fn over(tests: &[&str], settings: &[(&str, String)]) -> Told {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "--include-ignored", "--nocapture"]).args(tests);
    let mut told = ask(command, settings);
    told.success &= told.text.contains(&format!("running {} test", tests.len()));
    told
}

/// Python over the stand-in, with settings of it, where there is Python.
fn in_python(arguments: &[&str], settings: &[(&str, String)]) -> Option<Told> {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("python3 is not here, and load.py is not tested");
        return None;
    }
    let mut command = Command::new("python3");
    // Nothing is left beside the files.
    command.arg("-B").args(arguments).args(["--logs", "12", "--polynomials", "2", "--samples", "1"]);
    command.env("PYTHONPATH", env!("CARGO_MANIFEST_DIR"));
    Some(ask(command, settings))
}

/// A program over the stand-in.
fn ask(mut command: Command, settings: &[(&str, String)]) -> Told {
    static PROCESSES: AtomicUsize = AtomicUsize::new(0);
    let process = PROCESSES.fetch_add(1, Ordering::Relaxed);
    let report = folder().join(format!("{}-{process}.txt", std::process::id()));
    command.env("LD_LIBRARY_PATH", folder()).env("PAPILIO_ENGINE", "cuda").env("PAPILIO_STANDIN_REPORT", &report);
    command.envs(settings.iter().map(|(name, value)| (format!("PAPILIO_STANDIN_{name}"), value)));
    let output = command.output().expect("a program that starts");
    let text = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
    // There is none after a fault.
    let counted = std::fs::read_to_string(&report).unwrap_or_default();
    let _ = std::fs::remove_file(&report);
    let line = |line: &str| line.rsplit_once(' ').map(|(name, count)| (name.to_owned(), count.parse().expect("a number")));
    Told {
        success: output.status.success(),
        text: format!("{settings:?}: {text}"),
        counts: counted.lines().filter_map(line).collect(),
    }
}

fn set(name: &'static str, value: impl ToString) -> [(&'static str, String); 1] {
    [(name, value.to_string())]
}

/// Names in a text between a word and a sign.
fn names<'a>(text: &'a str, word: &str) -> impl Iterator<Item = &'a str> {
    text.split(word).skip(1).filter_map(|rest| rest.split_once('(')).map(|(name, _)| name)
}

/// Tests that come to all calls and kernels together.
#[test]
fn every_call_is_made_and_every_kernel_launched() {
    let told = over(
        &[
            "approximate::circuits_of_ckks_are_those_of_the_host",
            "conversions::conversions_are_those_of_the_cpu",
            "encrypted::ciphertexts_have_the_bytes_of_the_cpu",
            "encrypted::ciphertexts_are_refused_and_work_is_ended_as_on_the_cpu",
            "engine::operations_are_those_of_the_host",
            "every_kernel::every_kernel_once",
            "field_transforms::baby_bear::in_any_order_and_in_batches",
            "field_transforms::bn254::in_any_order_and_in_batches",
            "field_transforms::goldilocks::in_any_order_and_in_batches",
            "matrices::matrices_of_bgv_are_those_of_the_host",
            "pipes::windows_that_overlap_have_the_words_of_the_whole",
            "rows::many_polynomial_products_are_several_launches",
            "schemes::circuits_are_those_of_the_host",
            "stages::the_greatest_primes_by_the_definition",
            "threads_share_a_device",
            "transforms_in_doubles",
            "transforms_in_words",
        ],
        &[],
    )
    .succeeded();
    let trims = over(&["driver::allocates"], &set("MEMORY", 64 << 20)).succeeded();
    // Times are asked for by Python alone.
    let python = in_python(&[LOADER], &[]).map(Told::succeeded);
    let others = [Some(&trims), python.as_ref()].into_iter().flatten();
    let missing: Vec<_> = names(DRIVER, "\nDRIVER ")
        .map(|name| format!("call {name}"))
        .chain(names(KERNELS, ".entry ").map(|name| format!("kernel {name}")))
        .filter(|name| told.count(name) + others.clone().map(|other| other.count(name)).sum::<u64>() == 0)
        .filter(|name| python.is_some() || name != "call cuEventElapsedTime")
        .collect();
    assert!(missing.is_empty() && names(KERNELS, ".entry ").count() > 60, "{missing:?} of {:?}", told.counts);
}

/// Streams go on in each order of precedence, and in any.
#[test]
fn streams_take_turns_in_any_order() {
    for turns in 0..12 {
        let tests =
            ["driver::works", "pipes::parts_that_windows_do_not_divide_have_their_words", "pipes::work_on_the_way_is_ended"];
        over(&tests, &set("TURNS", turns)).succeeded();
    }
}

#[test]
fn a_driver_or_a_device_without_use_is_refused_for_its_reason() {
    let cases = [
        (set("DEVICES", 0), "the driver has 0 devices"),
        (set("VERSION", 12_030), "the CUDA version of the driver is 12.3"),
        (set("CAPABILITY", 75), "the compute capability of stand-in is 7.5"),
        (set("POOLS", 0), "stand-in has no memory pools"),
        (set("FAIL", "cuInit:1:803"), "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)"),
        (set("FAIL", "cuInit:1:100"), "the driver has 0 devices"),
        (set("FAIL", "cuModuleLoadData:1:218"), "the driver does not take the kernels: CUDA_ERROR_INVALID_PTX (218)"),
        (set("FAIL", "cuModuleLoadData:1:2"), "loading the kernels"),
    ];
    for (settings, reason) in cases {
        let told = over(&["driver::opens"], &settings).succeeded();
        assert!(told.text.contains("refused: ") && told.text.contains(reason), "{reason}: {}", told.text);
    }
    for (name, value) in [("VERSION", 13_000), ("CAPABILITY", 120), ("DEVICES", 8)] {
        let told = over(&["driver::opens"], &set(name, value)).succeeded();
        assert!(told.text.contains("opened: "), "{}", told.text);
    }
}

/// Calls of a process, those that give back left out.
fn calls(told: &Told) -> Vec<(&str, u64)> {
    const GIVE_BACK: [&str; 12] = [
        "cuCtxPopCurrent_v2",
        "cuCtxPushCurrent_v2",
        "cuDevicePrimaryCtxRelease_v2",
        "cuEventDestroy_v2",
        "cuGraphDestroy",
        "cuGraphExecDestroy",
        "cuMemFreeAsync",
        "cuMemFreeHost",
        "cuMemPoolDestroy",
        "cuModuleUnload",
        "cuStreamDestroy_v2",
        "cuStreamSynchronize",
    ];
    let calls = told.counts.iter().filter_map(|(name, &count)| Some((name.strip_prefix("call ")?, count)));
    calls.filter(|(name, _)| !GIVE_BACK.contains(name)).collect()
}

/// Whichever call fails, what was made before is given back.
#[test]
fn a_device_that_does_not_open_leaves_nothing() {
    let opened = over(&["driver::opens"], &[]).succeeded();
    let calls = calls(&opened);
    assert!(calls.len() > 13, "{calls:?}");
    for (name, count) in calls.into_iter().chain([("cuCtxPushCurrent_v2", 1)]) {
        for call in (1..=count).filter(|&call| call <= 12 || call == count) {
            let told = over(&["driver::opens"], &set("FAIL", format!("{name}:{call}:999"))).succeeded();
            assert!(told.text.contains("refused: "), "{name} {call}: {}", told.text);
        }
    }
}

/// A call that fails in the midst of work is told, or another way is gone; a device that is opened
/// later works.
#[test]
fn a_call_that_fails_is_told_and_leaves_nothing() {
    let worked = over(&["driver::works"], &[]).succeeded();
    assert_eq!(worked.text.matches("words are right").count(), 2, "{}", worked.text);
    let (opened, mut told_of) = (over(&["driver::opens"], &[]).succeeded(), 0);
    for (name, count) in calls(&worked) {
        let first = opened.count(&format!("call {name}")) + 1;
        // Calls of the first of the two devices, the second of which is to work.
        let last = count / 2;
        for call in [first, (first + last) / 2, last].into_iter().filter(|call| (first..=last).contains(call)) {
            let of_memory = matches!(name, "cuMemAllocFromPoolAsync" | "cuMemHostAlloc").then_some(2);
            for code in [999].into_iter().chain(of_memory) {
                let told = over(&["driver::works"], &set("FAIL", format!("{name}:{call}:{code}"))).succeeded();
                assert!(told.text.contains("words are right"), "{name} {call}: {}", told.text);
                told_of += told.text.matches("failed: ").count();
            }
        }
    }
    assert!(told_of > 20, "{told_of} failures");
}

/// A device that is lost at a copy or a launch does nothing more and takes back what it gave.
#[test]
fn a_lost_device_is_told_and_leaves_nothing() {
    let (mut lost, mut step) = (1, 1);
    loop {
        let told = over(&["driver::works"], &set("LOST", lost)).succeeded();
        let failed = told.text.matches("failed: ").count();
        if failed == 0 {
            break;
        }
        assert!(failed == 1 && told.text.contains("CUDA_ERROR_LAUNCH_FAILED (719)"), "{lost}: {}", told.text);
        (lost, step) = (lost + step, step + lost / 8);
    }
    assert!(lost > 100, "{lost} copies and launches");
}

/// Memory that was freed is kept for allocations to come, and given back for one that needs more.
#[test]
fn freed_memory_is_kept_until_it_is_needed() {
    let told = over(&["driver::allocates"], &set("MEMORY", 64 << 20)).succeeded();
    // The first of several that are as long, and the longer one; another such one is refused.
    assert_eq!([told.count("reserved of the device"), told.count("call cuMemPoolTrimTo")], [2, 2], "{}", told.text);
}

/// Without memory of the host that the device copies from, windows follow each other.
#[test]
fn memory_of_the_host_may_be_refused() {
    let told = over(&["encrypted::ciphertexts_have_the_bytes_of_the_cpu"], &set("PINNED", 0)).succeeded();
    let counts = ["cuMemHostAlloc", "cuMemFreeHost", "cuMemcpyAsync"].map(|name| told.count(&format!("call {name}")) > 0);
    assert_eq!(counts, [true, false, false], "{:?}", told.counts);
}

/// The loader in Python, for machines where no program of Rust starts.
const LOADER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/load.py");

#[test]
fn kernels_that_python_loads_have_the_words_of_its_integers() {
    let Some(told) = in_python(&[LOADER], &[]).map(Told::succeeded) else { return };
    let rows: Vec<_> = told.text.lines().filter(|line| line.contains("{\"operation\"")).collect();
    assert!(rows.len() == 6 && rows.iter().all(|row| row.contains("\"correct\": true")), "{}", told.text);
    assert!(rows.iter().all(|row| !row.contains("\"microseconds\": null")), "{}", told.text);
    // A device that is lost, and one that refuses the kernels.
    for (settings, code) in [(set("LOST", 30), 719), (set("VERSION", 12_030), 222)] {
        let told = in_python(&[LOADER], &settings).expect("python3");
        assert!(!told.success && told.text.contains(&format!("error {code} of the driver")), "{}", told.text);
        // There are counts where the process has not ended by a fault.
        assert!(told.count("call cuDevicePrimaryCtxRelease_v2") == 1, "{}", told.text);
    }
}

/// One wrong twiddle of the first table is in the words of either direction.
#[test]
fn words_that_are_not_those_of_python_are_told() {
    const WRONG: &str = "
import load
right, made = load.constant, []
def constant(q, w, doubles):
    made.append(w)
    return right(q, w ^ (len(made) == 1000), doubles)
load.constant = constant
load.main()";
    let Some(told) = in_python(&["-c", WRONG], &[]) else { return };
    let wrong = told.text.lines().filter(|line| line.contains("\"microseconds\": null, \"correct\": false"));
    assert!(!told.success && wrong.count() == 2, "{}", told.text);
    let said = "other words than Python's: ntt_forward of 4096 words, doubles, ntt_inverse of 4096 words, doubles";
    assert!(told.text.contains(said), "{}", told.text);
}

/// Launches are made by the graph that has them, and not where they are recorded.
#[test]
fn recorded_launches_are_those_of_their_graph() {
    let told = over(&["driver::records"], &[]).succeeded();
    assert!(told.text.contains("counts are right"), "{}", told.text);
    let counts = ["call cuLaunchKernel", "call cuGraphLaunch", "kernel ceiling_nothing", "kernel ceiling_count"];
    // Five are recorded twice, after a launch of each kernel; the graph of the first ones is
    // launched three times, and that of the others once.
    assert_eq!(counts.map(|name| told.count(name)), [2 * (2 + 5), 4, 2 + 4 * 4, 2 + 4], "{:?}", told.counts);
}

/// Whichever call of a recording fails, what was made before is given back.
#[test]
fn a_recording_that_fails_leaves_nothing() {
    let [opened, recorded] = ["driver::opens", "driver::records"].map(|test| over(&[test], &[]).succeeded());
    for (name, count) in calls(&recorded) {
        for call in opened.count(&format!("call {name}")) + 1..=count {
            let told = over(&["driver::records"], &set("FAIL", format!("{name}:{call}:999"))).succeeded();
            assert!(told.text.contains("failed: "), "{name} {call}: {}", told.text);
        }
    }
}

#[test]
#[ignore = "run by other tests, over the stand-in"]
fn records() {
    match record() {
        Ok(()) => println!("counts are right"),
        Err(error) => println!("failed: {error}"),
    }
}

/// Launches that are recorded: some are counted, and nobody waits for others.
fn record() -> Result<(), EngineError> {
    let gpu = Gpu::open()?;
    let mut recorded = RecordedLaunches::new(&gpu, 5)?;
    assert_eq!(recorded.count()?, 0);
    (0..3).for_each(|_| recorded.queue());
    assert_eq!(recorded.count()?, 3);
    RecordedLaunches::new(&gpu, 5)?.queue();
    gpu.synchronize()
}

#[test]
#[ignore = "run by other tests, over the stand-in"]
fn opens() {
    match Gpu::open() {
        Ok(gpu) => println!("opened: {:?}", gpu.info()),
        Err(error) => println!("refused: {error}"),
    }
}

#[test]
#[ignore = "run by other tests, over the stand-in"]
fn works() {
    for _ in 0..2 {
        match work() {
            Ok(()) => println!("words are right"),
            Err(error) => println!("failed: {error}"),
        }
    }
}

/// Transforms of words, recorded launches, and a transform across ciphertexts in windows that
/// overlap.
fn work() -> Result<(), Box<dyn std::error::Error>> {
    let (gpu, n) = (Gpu::open()?, 4096);
    let moduli = moduli(n, 50, 2);
    let basis = Basis::new(&gpu, n, &moduli)?;
    let words = polynomials(n, &moduli, &mut super::seed::Random::new(1));
    let mut on_device = DeviceWords::upload(&gpu, &words)?;
    for _ in 0..3 {
        on_device.forward(&basis);
        on_device.inverse(&basis);
        // Work on these is not done when they are dropped.
        DeviceWords::upload(&gpu, &words)?.forward(&basis);
        let mut zeros = DeviceWords::upload(&gpu, &vec![0; words.len()])?;
        zeros.add_assign(&basis, &on_device);
        assert!(zeros.to_host()? == words);
    }
    let mut recorded = RecordedLaunches::new(&gpu, 3)?;
    recorded.queue();
    assert_eq!(recorded.count()?, 1);
    encrypted::transform_on(&gpu)?;
    Ok(gpu.synchronize()?)
}

#[test]
#[ignore = "run by other tests, over the stand-in"]
fn allocates() {
    let gpu = Gpu::open().expect("a device");
    let forty = || DeviceWords::unspecified(&gpu, 5 << 20).expect("40 of 64 MiB");
    for _ in 0..4 {
        drop(forty());
        gpu.synchronize().expect("no failure");
    }
    // The end of these waits in its queue.
    drop(forty());
    let words = DeviceWords::unspecified(&gpu, 6 << 20).expect("48 of 64 MiB, of which 40 were kept");
    let refused = DeviceWords::unspecified(&gpu, 6 << 20).expect_err("96 of 64 MiB");
    assert_eq!(refused, EngineError::OutOfMemory { asked: 48 << 20, free: 16 << 20, total: 64 << 20 });
    drop(words);
    gpu.synchronize().expect("no failure");
}
