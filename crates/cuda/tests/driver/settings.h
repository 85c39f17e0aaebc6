// The settings of the stand-in, which the environment has; faults of its caller; and counts.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace standin {
// Numbers of the driver's CUresult.
enum Result {
    SUCCESS = 0,
    OUT_OF_MEMORY = 2,
    NO_DEVICE = 100,
    NO_BINARY_FOR_GPU = 209,
    INVALID_PTX = 218,
    UNSUPPORTED_PTX_VERSION = 222,
    NOT_FOUND = 500,
    LAUNCH_FAILED = 719,
};

// A fault of the caller, for which a driver has an error at best: the process ends, so that it cannot be missed.
[[noreturn]] inline void fault(const std::string& what) {
    fprintf(stderr, "stand-in of the driver: fault: %s\n", what.c_str());
    fflush(stderr);
    abort();
}

inline void demand(bool holds, const std::string& otherwise) {
    if (!holds) fault(otherwise);
}

inline std::string text(const char* name) {
    const char* value = getenv((std::string("PAPILIO_STANDIN_") + name).c_str());
    return value ? value : "";
}

inline uint64_t number(const char* name, uint64_t otherwise) {
    const std::string value = text(name);
    char* end = nullptr;
    const uint64_t found = strtoull(value.c_str(), &end, 10);
    demand(!*end, std::string("PAPILIO_STANDIN_") + name + " is no number: " + value);
    return value.empty() ? otherwise : found;
}

// A call of a function that fails with a number, and does nothing.
struct Refusal {
    std::string name;
    uint64_t call;
    int result;
};

// NAME:CALL:RESULT, divided by commas; calls are counted from 1 on.
inline std::vector<Refusal> refusals() {
    std::vector<Refusal> all;
    std::stringstream list(text("FAIL"));
    for (std::string entry; std::getline(list, entry, ',');) {
        char name[64];
        unsigned long call;
        int result;
        demand(sscanf(entry.c_str(), "%63[^:]:%lu:%d", name, &call, &result) == 3, "PAPILIO_STANDIN_FAIL: " + entry);
        all.push_back({name, call, result});
    }
    return all;
}

struct Settings {
    uint64_t devices = number("DEVICES", 1);
    // The version of CUDA, as the driver writes it.
    uint64_t version = number("VERSION", 12040);
    // Ten times the compute capability.
    uint64_t capability = number("CAPABILITY", 80);
    uint64_t pools = number("POOLS", 1);
    // Bytes: of the device, of the host for copies of the device, and of shared memory on request.
    uint64_t memory = number("MEMORY", uint64_t(2) << 30);
    uint64_t pinned = number("PINNED", uint64_t(1) << 28);
    uint64_t shared = number("SHARED", 163 << 10);
    // Operations on numbers of 32 bits for one on doubles.
    uint64_t ratio = number("RATIO", 2);
    // Up to 5: the stream whose turn it is by one of six orders of precedence, and only when somebody waits. From 6
    // on: any stream, at any time.
    uint64_t turns = number("TURNS", 0);
    // The copy or launch at which the device is lost, until its context is made anew; 0 for none.
    uint64_t lost = number("LOST", 0);
    std::vector<Refusal> fail = refusals();
    // The file that gets what was counted.
    std::string report = text("REPORT");
};

// The settings are read once, and live until the process has ended.
inline const Settings& settings() {
    static const Settings* const all = new Settings;
    return *all;
}

// Calls, launches and what else is counted, by name.
inline std::map<std::string, uint64_t>& counts() {
    static auto* const all = new std::map<std::string, uint64_t>;
    return *all;
}

inline void write_report() {
    FILE* const file = settings().report.empty() ? nullptr : fopen(settings().report.c_str(), "w");
    if (!file) return;
    for (const auto& [name, count] : counts()) fprintf(file, "%s %lu\n", name.c_str(), static_cast<unsigned long>(count));
    fclose(file);
}
}  // namespace standin
