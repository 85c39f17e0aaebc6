// A stand-in for NVIDIA's driver, for tests of what calls it: the functions that the crate calls, over the kernels
// compiled for the host. It does no more than NVIDIA promises: work waits in its stream until somebody waits for it,
// copies from and to any memory of the host included. A fault of the caller ends the process.
#include "driver.h"

#define DRIVER extern "C" __attribute__((visibility("default"))) int

namespace standin {
__attribute__((destructor)) void end() {
    Driver& d = driver();
    auto left = d.left();
    left["contexts"] = d.retained;
    left["pools"] = d.memory.pools.size();
    for (const auto& [what, count] : left) counts()["left " + what] = count;
    write_report();
    nothing_left(left, "the end of the process");
}
}  // namespace standin

using namespace standin;

DRIVER cuDriverGetVersion(int* version) {
    return call("cuDriverGetVersion", NOTHING, [&](Driver&) {
        *version = static_cast<int>(settings().version);
        return SUCCESS;
    });
}

DRIVER cuInit(unsigned flags) {
    return call("cuInit", NOTHING, [&](Driver& d) {
        demand(!flags, "flags of cuInit");
        if (!settings().devices) return NO_DEVICE;
        d.started = true;
        return SUCCESS;
    });
}

DRIVER cuDeviceGetCount(int* count) {
    return call("cuDeviceGetCount", STARTED, [&](Driver&) {
        *count = static_cast<int>(settings().devices);
        return SUCCESS;
    });
}

DRIVER cuDeviceGet(int* device, int ordinal) {
    return call("cuDeviceGet", STARTED, [&](Driver&) {
        demand(ordinal >= 0 && uint64_t(ordinal) < settings().devices, "a device that is not there");
        *device = ordinal;
        return SUCCESS;
    });
}

DRIVER cuDeviceGetName(char* name, int length, int) {
    return call("cuDeviceGetName", STARTED, [&](Driver&) {
        snprintf(name, length, "stand-in");
        return SUCCESS;
    });
}

DRIVER cuDeviceTotalMem_v2(size_t* bytes, int) {
    return call("cuDeviceTotalMem_v2", STARTED, [&](Driver&) {
        *bytes = settings().memory;
        return SUCCESS;
    });
}

DRIVER cuDeviceGetAttribute(int* value, int which, int) {
    return call("cuDeviceGetAttribute", STARTED, [&](Driver&) { return attribute(which, value); });
}

DRIVER cuDevicePrimaryCtxRetain(uint64_t* context, int device) {
    return call("cuDevicePrimaryCtxRetain", STARTED, [&](Driver& d) {
        demand(!device, "a context of another device");
        d.retained++;
        *context = THE_CONTEXT;
        return SUCCESS;
    });
}

DRIVER cuDevicePrimaryCtxRelease_v2(int) {
    return call("cuDevicePrimaryCtxRelease_v2", STARTED, [&](Driver& d) {
        demand(d.retained, "a context that was not retained is released");
        if (!--d.retained) {
            nothing_left(d.left(), "the last release of the context");
            d.streams.failed = SUCCESS;
        }
        return SUCCESS;
    });
}

DRIVER cuCtxPushCurrent_v2(uint64_t context) {
    return call("cuCtxPushCurrent_v2", STARTED, [&](Driver& d) {
        demand(context == THE_CONTEXT && d.retained, "a context that is none, or no more");
        pushed.depth++;
        return SUCCESS;
    });
}

DRIVER cuCtxPopCurrent_v2(uint64_t* context) {
    return call("cuCtxPopCurrent_v2", STARTED, [&](Driver&) {
        demand(pushed.depth, "a context that was not pushed is popped");
        pushed.depth--;
        *context = THE_CONTEXT;
        return SUCCESS;
    });
}

DRIVER cuStreamCreate(uint64_t* stream, unsigned flags) {
    return call("cuStreamCreate", WORKING, [&](Driver& d) {
        demand(flags == 1, "a stream that waits for the default one");
        *stream = d.handle();
        d.streams.all[*stream] = {d.streams.made++, {}};
        return SUCCESS;
    });
}

DRIVER cuStreamSynchronize(uint64_t stream) {
    return call("cuStreamSynchronize", WORKING, [&](Driver& d) {
        const Stream& waited_for = stream_of(d, stream);
        d.streams.work_until([&] { return waited_for.waiting.empty(); });
        return waited(d);
    });
}

DRIVER cuStreamDestroy_v2(uint64_t stream) {
    return call("cuStreamDestroy_v2", CONTEXT, [&](Driver& d) {
        const Stream& last = stream_of(d, stream);
        // Nobody can wait in a context that has failed.
        if (d.streams.failed) d.streams.work_until([&] { return last.waiting.empty(); });
        demand(last.waiting.empty(), "a stream is destroyed that has work");
        d.streams.all.erase(stream);
        return SUCCESS;
    });
}

DRIVER cuStreamWaitEvent(uint64_t stream, uint64_t event, unsigned flags) {
    return call("cuStreamWaitEvent", WORKING, [&](Driver& d) {
        const Come come = of(d.events, event, "an event").come;
        demand(come && !flags, "a wait for an event that was not recorded");
        d.streams.queue(stream_of(d, stream), {"cuStreamWaitEvent", {}, nullptr, false, come});
        return SUCCESS;
    });
}

DRIVER cuEventCreate(uint64_t* event, unsigned flags) {
    return call("cuEventCreate", WORKING, [&](Driver& d) {
        demand(!flags || flags == 2, "flags of an event that nobody asks for");
        *event = d.handle();
        d.events[*event] = {!flags, nullptr, nullptr};
        return SUCCESS;
    });
}

DRIVER cuEventRecord(uint64_t event, uint64_t stream) {
    return call("cuEventRecord", WORKING, [&](Driver& d) {
        const Come come = std::make_shared<bool>(false);
        const auto done = std::make_shared<uint64_t>(0);
        Event& recorded = of(d.events, event, "an event");
        recorded.come = come;
        recorded.done = done;
        const auto work = [=, &d] {
            *come = true;
            *done = d.streams.done;
        };
        d.streams.queue(stream_of(d, stream), {"cuEventRecord", {}, work, false, nullptr});
        return SUCCESS;
    });
}

// A millisecond for each copy and launch.
DRIVER cuEventElapsedTime(float* milliseconds, uint64_t begin, uint64_t end) {
    return call("cuEventElapsedTime", WORKING, [&](Driver& d) {
        const Event &first = of(d.events, begin, "an event"), &last = of(d.events, end, "an event");
        demand(first.has_time && last.has_time, "the time of an event that was not made for times");
        demand(first.come && *first.come && last.come && *last.come, "the time of an event that has not come");
        *milliseconds = static_cast<float>(*last.done - *first.done);
        return SUCCESS;
    });
}

DRIVER cuEventSynchronize(uint64_t event) {
    return call("cuEventSynchronize", WORKING, [&](Driver& d) {
        const Come come = of(d.events, event, "an event").come;
        demand(bool(come), "a wait for an event that was not recorded");
        d.streams.work_until([&] { return *come; });
        return waited(d);
    });
}

DRIVER cuEventDestroy_v2(uint64_t event) {
    return call("cuEventDestroy_v2", CONTEXT, [&](Driver& d) {
        of(d.events, event, "an event");
        d.events.erase(event);
        return SUCCESS;
    });
}

DRIVER cuMemGetInfo_v2(size_t* free, size_t* total) {
    return call("cuMemGetInfo_v2", WORKING, [&](Driver& d) {
        *free = settings().memory - d.memory.reserved();
        *total = settings().memory;
        return SUCCESS;
    });
}

// The first members of a structure, the rest of which is zeros.
struct PoolProperties {
    int allocation, handles, location, device;
    char rest[72];
};

DRIVER cuMemPoolCreate(uint64_t* pool, const PoolProperties* properties) {
    return call("cuMemPoolCreate", STARTED, [&](Driver& d) {
        const bool pinned = properties->allocation == 1 && !properties->handles, of_device = properties->location == 1 && !properties->device;
        demand(pinned && of_device, "a pool of other memory than that of the first device");
        for (const char byte : properties->rest) demand(!byte, "properties of a pool that nobody asks for");
        *pool = d.handle();
        d.memory.pools[*pool] = {};
        return SUCCESS;
    });
}

DRIVER cuMemPoolSetAttribute(uint64_t pool, int which, const uint64_t* value) {
    return call("cuMemPoolSetAttribute", STARTED, [&](Driver& d) {
        demand(which == 4, "an attribute of a pool that nobody asks for");
        of(d.memory.pools, pool, "a pool").threshold = *value;
        return SUCCESS;
    });
}

DRIVER cuMemPoolTrimTo(uint64_t pool, size_t least) {
    return call("cuMemPoolTrimTo", STARTED, [&](Driver& d) {
        Memory::trim(of(d.memory.pools, pool, "a pool"), least);
        return SUCCESS;
    });
}

DRIVER cuMemPoolDestroy(uint64_t pool) {
    return call("cuMemPoolDestroy", STARTED, [&](Driver& d) {
        Pool& last = of(d.memory.pools, pool, "a pool");
        Memory::trim(last, 0);
        demand(!last.reserved, "a pool is destroyed that has memory");
        d.memory.pools.erase(pool);
        return SUCCESS;
    });
}

DRIVER cuMemAllocFromPoolAsync(uint64_t* address, size_t bytes, uint64_t pool, uint64_t stream) {
    return call("cuMemAllocFromPoolAsync", WORKING, [&](Driver& d) {
        demand(bytes, "an allocation of nothing");
        if (bytes > settings().memory) return OUT_OF_MEMORY;
        Stream& first = stream_of(d, stream);
        const uint64_t reserved = d.memory.reserve(of(d.memory.pools, pool, "a pool"), (bytes + GRANULE - 1) / GRANULE * GRANULE, stream);
        if (!reserved) return OUT_OF_MEMORY;
        const Shared block = d.memory.add({bytes, true, pool, reserved});
        *address = block->address;
        d.streams.queue(first, {"cuMemAllocFromPoolAsync", {}, [=] { block->there = true; }, false, nullptr});
        return SUCCESS;
    });
}

DRIVER cuMemFreeAsync(uint64_t address, uint64_t stream) {
    return call("cuMemFreeAsync", CONTEXT, [&](Driver& d) {
        const Shared block = d.memory.of(address, 0, "cuMemFreeAsync");
        demand(block->of_device && block->address == address, "cuMemFreeAsync: no allocation");
        block->ending = true;
        of(d.memory.pools, block->pool, "a pool").kept.insert({block->reserved, {stream, block->over}});
        const auto work = [&d, block] {
            demand(d.streams.failed || !d.streams.use(block), "memory was freed before work that uses it");
            d.memory.remove(block);
        };
        d.streams.queue(stream_of(d, stream), {"cuMemFreeAsync", {block}, work, false, nullptr});
        return SUCCESS;
    });
}

DRIVER cuMemHostAlloc(void** address, size_t bytes, unsigned flags) {
    return call("cuMemHostAlloc", WORKING, [&](Driver& d) {
        demand(bytes && flags == 1, "memory of the host that is nothing, or not of all contexts");
        if (bytes > settings().pinned || d.memory.pinned > settings().pinned - bytes) return OUT_OF_MEMORY;
        d.memory.pinned += bytes;
        *address = reinterpret_cast<void*>(d.memory.add({bytes, false, 0, 0})->address);
        return SUCCESS;
    });
}

DRIVER cuMemFreeHost(uint64_t address) {
    return call("cuMemFreeHost", CONTEXT, [&](Driver& d) {
        const Shared block = d.memory.of(address, 0, "cuMemFreeHost");
        demand(!block->of_device && block->address == address, "cuMemFreeHost: no allocation of the host");
        demand(d.streams.failed || !d.streams.use(block), "memory of the host was freed before a copy that uses it");
        block->ending = true;
        d.memory.pinned -= block->bytes;
        d.memory.remove(block);
        return SUCCESS;
    });
}

DRIVER cuMemcpyHtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, uint64_t stream) {
    return call("cuMemcpyHtoDAsync_v2", WORKING, [&](Driver& d) {
        const Shared block = d.memory.of(to, bytes, "cuMemcpyHtoDAsync_v2");
        demand(block->of_device && !d.memory.at(from), "cuMemcpyHtoDAsync_v2: memory on the wrong side");
        return copy(d, "cuMemcpyHtoDAsync_v2", to, from, bytes, stream, {block});
    });
}

DRIVER cuMemcpyDtoHAsync_v2(uint64_t to, uint64_t from, size_t bytes, uint64_t stream) {
    return call("cuMemcpyDtoHAsync_v2", WORKING, [&](Driver& d) {
        const Shared block = d.memory.of(from, bytes, "cuMemcpyDtoHAsync_v2");
        demand(block->of_device && !d.memory.at(to), "cuMemcpyDtoHAsync_v2: memory on the wrong side");
        return copy(d, "cuMemcpyDtoHAsync_v2", to, from, bytes, stream, {block});
    });
}

DRIVER cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, uint64_t stream) {
    return call("cuMemcpyAsync", WORKING, [&](Driver& d) {
        const Shared target = d.memory.of(to, bytes, "cuMemcpyAsync"), source = d.memory.of(from, bytes, "cuMemcpyAsync");
        demand(target->of_device || source->of_device, "cuMemcpyAsync: memory of the host alone");
        return copy(d, "cuMemcpyAsync", to, from, bytes, stream, {target, source});
    });
}

DRIVER cuMemsetD8Async(uint64_t address, unsigned char byte, size_t bytes, uint64_t stream) {
    return call("cuMemsetD8Async", WORKING, [&](Driver& d) {
        const Shared block = d.memory.of(address, bytes, "cuMemsetD8Async");
        demand(block->of_device, "cuMemsetD8Async: memory of the host");
        const auto work = [=] { memset(reinterpret_cast<void*>(address), byte, bytes); };
        d.streams.queue(stream_of(d, stream), {"cuMemsetD8Async", {block}, work, true, nullptr});
        return SUCCESS;
    });
}

DRIVER cuModuleLoadData(uint64_t* module, const char* text) {
    return call("cuModuleLoadData", WORKING, [&](Driver& d) {
        if (const int refused = taken(text)) return refused;
        // The text is the same at every call.
        static const auto* const kernels = new std::map<std::string, Function>(read_kernels(text));
        *module = d.handle();
        d.modules[*module] = *kernels;
        return int(SUCCESS);
    });
}

DRIVER cuModuleGetFunction(uint64_t* function, uint64_t module, const char* name) {
    return call("cuModuleGetFunction", WORKING, [&](Driver& d) {
        const auto& kernels = of(d.modules, module, "a module");
        const auto found = kernels.find(name);
        if (found == kernels.end()) return NOT_FOUND;
        *function = d.handle();
        Function& made = d.functions[*function] = found->second;
        made.module = module;
        return SUCCESS;
    });
}

DRIVER cuModuleUnload(uint64_t module) {
    return call("cuModuleUnload", CONTEXT, [&](Driver& d) {
        of(d.modules, module, "a module");
        d.modules.erase(module);
        return SUCCESS;
    });
}

DRIVER cuFuncSetAttribute(uint64_t function, int which, int value) {
    return call("cuFuncSetAttribute", WORKING, [&](Driver& d) {
        demand(which == 8, "an attribute of a kernel that nobody asks for");
        demand(value >= 0 && uint64_t(value) <= settings().shared, "more shared memory than the device has");
        of(d.functions, function, "a kernel").shared = value;
        return SUCCESS;
    });
}

DRIVER cuLaunchKernel(uint64_t kernel, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned threads_y, unsigned threads_z,
                      unsigned shared, uint64_t stream, void** given, void** extra) {
    return call("cuLaunchKernel", WORKING, [&](Driver& d) {
        const Function& function = of(d.functions, kernel, "a kernel");
        of(d.modules, function.module, "a module");
        demand(threads == function.threads && threads_y == 1 && threads_z == 1, function.name + ": another number of threads");
        demand(x && x < 1u << 31 && y && y <= 65535 && z == 1, function.name + ": a grid that is too large, or none");
        demand(shared <= function.shared, function.name + ": more shared memory than was asked for");
        demand(!extra, function.name + ": arguments in another form");
        const Launch launch = {function, x, y, shared, std::make_shared<Arguments>(d.memory, function, given)};
        const auto capture = d.captures.find(stream);
        if (capture == d.captures.end()) {
            d.streams.queue(stream_of(d, stream), launch.operation(nullptr));
        } else {
            demand(capture->second.is_of_this_thread(), function.name + ": a launch where another thread records");
            capture->second.launches.push_back(launch);
        }
        return SUCCESS;
    });
}

DRIVER cuStreamBeginCapture_v2(uint64_t stream, int mode) {
    return call("cuStreamBeginCapture_v2", WORKING, [&](Driver& d) {
        demand(mode == 1, "a capture that is not of its thread alone");
        stream_of(d, stream);
        d.captures[stream] = {};
        return SUCCESS;
    });
}

// Takes the launches of a stream that records, which it does no longer.
static Graph end_of_capture(uint64_t stream) {
    Driver& d = driver();
    const std::lock_guard<std::mutex> alone(d.lock);
    const Capture& capture = of(d.captures, stream, "the capture of a stream");
    demand(capture.is_of_this_thread(), "a capture is ended by another thread");
    Graph launches = capture.launches;
    d.captures.erase(stream);
    return launches;
}

DRIVER cuStreamEndCapture(uint64_t stream, uint64_t* graph) {
    // It has ended even where this fails.
    Graph launches = end_of_capture(stream);
    *graph = 0;
    return call("cuStreamEndCapture", WORKING, [&](Driver& d) {
        *graph = d.handle();
        d.graphs[*graph] = std::move(launches);
        return SUCCESS;
    });
}

DRIVER cuGraphInstantiateWithFlags(uint64_t* executable, uint64_t graph, unsigned long long flags) {
    return call("cuGraphInstantiateWithFlags", WORKING, [&](Driver& d) {
        demand(!flags, "flags of a graph");
        const auto launches = std::make_shared<Graph>(of(d.graphs, graph, "a graph"));
        *executable = d.handle();
        d.executables[*executable] = launches;
        return SUCCESS;
    });
}

DRIVER cuGraphDestroy(uint64_t graph) {
    return call("cuGraphDestroy", CONTEXT, [&](Driver& d) {
        of(d.graphs, graph, "a graph");
        d.graphs.erase(graph);
        return SUCCESS;
    });
}

DRIVER cuGraphLaunch(uint64_t executable, uint64_t stream) {
    return call("cuGraphLaunch", WORKING, [&](Driver& d) {
        const auto graph = of(d.executables, executable, "a graph for launches");
        for (const Launch& launch : *graph) {
            of(d.modules, launch.function.module, "a module");
            for (const Shared& block : launch.arguments->uses)
                demand(!block->ending, launch.function.name + ": memory whose end was asked for");
            d.streams.queue(stream_of(d, stream), launch.operation(graph));
        }
        return SUCCESS;
    });
}

DRIVER cuGraphExecDestroy(uint64_t executable) {
    return call("cuGraphExecDestroy", CONTEXT, [&](Driver& d) {
        const auto& graph = of(d.executables, executable, "a graph for launches");
        demand(d.streams.failed || graph.use_count() == 1, "a graph is destroyed whose launches have not ended");
        d.executables.erase(executable);
        return SUCCESS;
    });
}
