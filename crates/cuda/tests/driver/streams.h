// Streams, whose work waits until somebody waits for it, and events.
#pragma once
#include "memory.h"
#include <functional>

namespace standin {
// Whether an event has come.
typedef std::shared_ptr<bool> Come;

struct Operation {
    std::string what;
    std::vector<Shared> uses;
    std::function<void()> work;
    // Whether the device can be lost at it.
    bool counted;
    // An event that it waits for, which is all that it does.
    Come awaited;
};

struct Stream {
    // The streams that were made before it.
    uint64_t serial;
    std::deque<Operation> waiting;
};

// Streams by precedence: the computing one, that to the device and that to the host, as the caller makes them.
constexpr unsigned ORDERS[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};

struct Streams {
    std::map<uint64_t, Stream> all;
    uint64_t made = 0, done = 0, random = settings().turns;
    // The failure of the context, after which nothing is done in it.
    int failed = 0;

    uint64_t below(uint64_t n) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        return (random >> 33) % n;
    }

    // A stream that can go on, whose turn it is.
    Stream* next() {
        std::vector<Stream*> ready;
        for (auto& [handle, stream] : all)
            if (!stream.waiting.empty() && (!stream.waiting.front().awaited || *stream.waiting.front().awaited)) ready.push_back(&stream);
        if (ready.empty()) return nullptr;
        if (settings().turns >= 6) return ready[below(ready.size())];
        const auto rank = [](const Stream* stream) { return ORDERS[settings().turns][stream->serial % 3]; };
        return *std::min_element(ready.begin(), ready.end(), [&](auto x, auto y) { return rank(x) < rank(y); });
    }

    void perform(Stream& stream) {
        const Operation operation = std::move(stream.waiting.front());
        stream.waiting.pop_front();
        done += operation.counted;
        if (operation.counted && done == settings().lost) failed = LAUNCH_FAILED;
        // After a failure nothing is done that could use them.
        for (size_t i = 0; !failed && i < operation.uses.size(); i++) {
            const Shared& block = operation.uses[i];
            demand(block->there, operation.what + ": memory of another stream, before its allocation");
            demand(!*block->over, operation.what + ": memory after its end");
        }
        if (operation.work && !(operation.counted && failed)) operation.work();
    }

    void queue(Stream& stream, Operation&& operation) {
        stream.waiting.push_back(std::move(operation));
        for (uint64_t turns = settings().turns < 6 ? 0 : below(3); turns; turns--)
            if (Stream* const ready = next()) perform(*ready);
    }

    template <class Reached>
    void work_until(Reached reached) {
        while (!reached()) {
            Stream* const ready = next();
            demand(ready, "streams wait for each other");
            perform(*ready);
        }
    }

    // Whether work that waits uses a block.
    bool use(const Shared& block) const {
        for (const auto& [handle, stream] : all)
            for (const Operation& operation : stream.waiting)
                if (std::find(operation.uses.begin(), operation.uses.end(), block) != operation.uses.end()) return true;
        return false;
    }
};
}  // namespace standin
