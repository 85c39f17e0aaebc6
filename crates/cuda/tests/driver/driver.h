// The driver: what it has made, how it is called, and what its calls have in common.
#pragma once
#include "launches.h"
#include "memory.h"
#include "modules.h"
#include "streams.h"
#include <mutex>

namespace standin {
// The needs of a call: the driver started, a context of the thread, and one that has not failed.
enum Need { NOTHING, STARTED, CONTEXT, WORKING };

constexpr uint64_t THE_CONTEXT = 0xC0;

struct Event {
    // Whether it was made for times.
    bool has_time;
    // The event that was recorded last, and the copies and launches that were done when it came.
    Come come;
    std::shared_ptr<uint64_t> done;
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
    // Captures by their streams; graphs as they were recorded, and those that are launched.
    std::map<uint64_t, Capture> captures;
    std::map<uint64_t, Graph> graphs;
    std::map<uint64_t, std::shared_ptr<Graph>> executables;

    // A number that nothing else had: no address, and no handle of another kind.
    uint64_t handle() { return ++handles << 8 | 0x48; }

    // Things that were made in the context and not given back.
    std::map<std::string, uint64_t> left() const {
        return {{"streams", streams.all.size()}, {"events", events.size()}, {"modules", modules.size()},
                {"allocations", memory.count(true)}, {"allocations of the host", memory.count(false)},
                {"captures", captures.size()}, {"graphs", graphs.size()}, {"graphs for launches", executables.size()}};
    }

    // Whether the thread that calls records what it launches.
    bool is_recording() const {
        return std::any_of(captures.begin(), captures.end(), [](const auto& entry) { return entry.second.is_of_this_thread(); });
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
    demand(!d.is_recording() || is_allowed_in_capture(name), std::string(name) + ": a call in the midst of a capture");
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
    demand(!d.captures.count(handle), "a stream that records is to do other work");
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
