// Launches of kernels, captures that record them, and graphs of what was recorded.
#pragma once
#include "modules.h"
#include "streams.h"
#include <thread>

extern "C" unsigned papilio_emulated_launch(const char* name, unsigned x, unsigned y, unsigned threads, size_t shared, void** arguments,
                                            unsigned order);

namespace standin {
// Bytes of a launch, and the memory that their words are addresses of.
struct Arguments {
    std::vector<std::vector<uint64_t>> words;
    std::vector<Shared> uses;

    Arguments(const Memory& memory, const Function& function, void** given) {
        for (size_t i = 0; i < function.parameters.size(); i++) {
            demand(given[i], function.name + ": an argument that is not there");
            words.emplace_back((function.parameters[i] + 7) / 8);
            memcpy(words.back().data(), given[i], function.parameters[i]);
            for (const uint64_t word : words.back()) add(memory.at(word), function.name);
        }
    }

    void add(const Shared& block, const std::string& name) {
        if (!block) return;
        demand(block->of_device, name + ": memory of the host as an argument");
        demand(!block->ending, name + ": memory whose end was asked for");
        uses.push_back(block);
    }
};

inline void run_kernel(const Function& function, unsigned x, unsigned y, unsigned shared, Arguments& arguments) {
    std::vector<void*> places;
    for (auto& words : arguments.words) places.push_back(words.data());
    const unsigned outcome = papilio_emulated_launch(function.name.c_str(), x, y, function.threads, shared, places.data(), 0);
    demand(!outcome, function.name + ": outcome " + std::to_string(outcome) + " of the emulation");
    for (const Shared& block : arguments.uses)
        demand(block->margins_are_untouched(), function.name + ": words beside an allocation were written");
}

// A launch, whose arguments were read.
struct Launch {
    Function function;
    unsigned x, y, shared;
    std::shared_ptr<Arguments> arguments;

    // The launch as work of a stream, which keeps what it is part of.
    Operation operation(std::shared_ptr<const void> whole) const {
        counts()["kernel " + function.name]++;
        const auto work = [launch = *this, whole] { run_kernel(launch.function, launch.x, launch.y, launch.shared, *launch.arguments); };
        return {function.name, arguments->uses, work, true, nullptr};
    }
};
typedef std::vector<Launch> Graph;

// Launches of a stream that are recorded, and not made.
struct Capture {
    std::thread::id thread = std::this_thread::get_id();
    Graph launches;

    bool is_of_this_thread() const { return thread == std::this_thread::get_id(); }
};

// Whether a thread that records may call this.
inline bool is_allowed_in_capture(const std::string& name) {
    return name == "cuLaunchKernel" || name == "cuStreamEndCapture" || name == "cuCtxPushCurrent_v2" || name == "cuCtxPopCurrent_v2";
}
}  // namespace standin
