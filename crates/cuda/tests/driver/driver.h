// The driver: what it has made, how it is called, and what its calls have in common.
#pragma once
#include "memory.h"
#include "modules.h"
#include "streams.h"
#include <mutex>

extern "C" unsigned papilio_emulated_launch(const char* name, unsigned x, unsigned y, unsigned threads, size_t shared, void** arguments,
                                            unsigned order);

namespace standin {
// The needs of a call: the driver started, a context of the thread, and one that has not failed.
enum Need { NOTHING, STARTED, CONTEXT, WORKING };

constexpr uint64_t THE_CONTEXT = 0xC0;

struct Event {
    // The event that was recorded last.
    Come come;
};

struct Driver {
    std::mutex lock;
    bool started = false;
    uint64_t handles = 0, retained = 0;
    Memory memory;
    Streams streams;
    std::map<uint64_t, Event> events;
    std::map<uint64_t, std::map<std::string, Function>> modules;
    std::map<uint64_t, Function> functions;

    // A number that nothing else had: no address, and no handle of another kind.
    uint64_t handle() { return ++handles << 8 | 0x48; }

    // Things that were made in the context and not given back.
    std::map<std::string, uint64_t> left() const {
        return {{"streams", streams.all.size()}, {"events", events.size()}, {"modules", modules.size()},
                {"allocations", memory.count(true)}, {"allocations of the host", memory.count(false)}};
    }
};

inline Driver& driver() {
    static Driver* const only = new Driver;
    return *only;
}

// The contexts that a thread has pushed.
struct Pushed {
    uint64_t depth = 0;
    ~Pushed() { demand(!depth, "a thread ends, whose contexts were not popped: " + std::to_string(depth)); }
};
inline thread_local Pushed pushed;

// A call: counted, refused by the settings, checked, and done alone.
template <class Work>
int call(const char* name, Need need, Work work) {
    Driver& d = driver();
    const std::lock_guard<std::mutex> alone(d.lock);
    const uint64_t calls = ++counts()[std::string("call ") + name];
    demand(need < STARTED || d.started, std::string(name) + ": the driver was not started");
    demand(need < CONTEXT || pushed.depth, std::string(name) + ": the thread has no context");
    for (const Refusal& refusal : settings().fail)
        if (refusal.name == name && refusal.call == calls) return refusal.result;
    if (need == WORKING && d.streams.failed) return d.streams.failed;
    const int result = work(d);
    return need >= CONTEXT && d.streams.failed ? d.streams.failed : result;
}

template <class T>
T& of(std::map<uint64_t, T>& all, uint64_t handle, const char* what) {
    const auto found = all.find(handle);
    demand(found != all.end(), std::string(what) + " that is none, or no more");
    return found->second;
}

inline Stream& stream_of(Driver& d, uint64_t handle) {
    demand(handle, "the default stream, which waits for others");
    return of(d.streams.all, handle, "a stream");
}

// After a wait, pools give back what they need not keep.
inline int waited(Driver& d) {
    for (auto& [handle, pool] : d.memory.pools) Memory::trim(pool, pool.threshold);
    return d.streams.failed;
}

inline void nothing_left(const std::map<std::string, uint64_t>& left, const char* when) {
    for (const auto& [what, count] : left) demand(!count, std::string(when) + " leaves " + std::to_string(count) + " " + what);
}

// A copy, whose bytes of the host may be any.
inline int copy(Driver& d, const char* name, uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream, std::vector<Shared> uses) {
    const auto work = [=] { memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes); };
    d.streams.queue(stream_of(d, stream), {name, std::move(uses), work, true, nullptr});
    return SUCCESS;
}

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

inline int attribute(int which, int* value) {
    const std::map<int, uint64_t> all = {
        {13, 1410000}, {16, 108}, {36, 1215000}, {37, 5120}, {38, 40 << 20}, {75, settings().capability / 10},
        {76, settings().capability % 10}, {87, settings().ratio}, {97, settings().shared}, {115, settings().pools},
    };
    const auto found = all.find(which);
    demand(found != all.end(), "an attribute that nobody asks for: " + std::to_string(which));
    *value = static_cast<int>(found->second);
    return SUCCESS;
}
}  // namespace standin
