// Memory for running function calls.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "backends/interpret/code.h"

namespace moo {

// Memory that is allocated and released like a stack, in chunks that do not move.
template <class T>
class ChunkStack {
public:
    T* take(std::size_t count) {
        if (static_cast<std::size_t>(end_ - next_) < count) next_chunk(count);
        return std::exchange(next_, next_ + count);
    }
    struct Mark {
        T* next;
        std::size_t chunk;
    };
    [[nodiscard]] Mark mark() const { return {next_, chunk_}; }
    void release(Mark const& mark) {
        next_ = mark.next;
        if (mark.chunk != chunk_) go_to(mark.chunk);
    }

private:
    void next_chunk(std::size_t count) {
        constexpr std::size_t usual = 16384;
        // Chunk 0 is empty: it belongs to a stack from which nothing was taken.
        std::size_t chunk = chunk_ + 1;
        while (chunk <= chunks_.size() && chunks_[chunk - 1].size() < count) ++chunk;
        if (chunk > chunks_.size()) chunks_.emplace_back(std::max(count, usual));
        go_to(chunk);
        next_ = chunks_[chunk - 1].data();
    }
    void go_to(std::size_t chunk) {
        chunk_ = chunk;
        end_ = chunk == 0 ? nullptr : chunks_[chunk - 1].data() + chunks_[chunk - 1].size();
    }

    std::deque<std::vector<T>> chunks_;
    T* next_ = nullptr;
    T* end_ = nullptr;
    std::size_t chunk_ = 0;
};

// Frames of the running calls, as a stack. Allocated memory is kept, so a call that has been made before allocates
// nothing.
class FunctionFrames {
public:
    static FunctionFrames& of_thread() {
        static thread_local FunctionFrames one;
        return one;
    }

    MooArray* array() {
        if (arrays_used_ == arrays_.size()) arrays_.push_back(std::make_unique<MooArray>());
        MooArray* const found = arrays_[arrays_used_++].get();
        found->clear();
        return found;
    }

    [[nodiscard]] int depth() const { return depth_; }

private:
    friend class FunctionFrame;
    friend class DepthCount;
    ChunkStack<double> registers_;
    ChunkStack<MooArray*> tables_;
    std::vector<std::unique_ptr<MooArray>> arrays_;
    std::size_t arrays_used_ = 0;
    int depth_ = 0;
};

// Counts the depth of calls; also correct when a call throws.
class DepthCount {
public:
    explicit DepthCount(FunctionFrames& frames) : frames_(frames) { ++frames.depth_; }
    ~DepthCount() { --frames_.depth_; }
    DepthCount(DepthCount const&) = delete;
    DepthCount& operator=(DepthCount const&) = delete;

private:
    FunctionFrames& frames_;
};

// The frame of one call; released even if the call throws.
class FunctionFrame {
public:
    // Initializes registers and arrays from these values and reserves room for the rest.
    FunctionFrame(FunctionFrames& frames, FunctionCode const& function, std::vector<double> const& registers,
                  std::vector<MooArray*> const& arrays_at_begin)
        : frames_(frames),
          registers_mark_(frames.registers_.mark()),
          tables_mark_(frames.tables_.mark()),
          arrays_used_(frames.arrays_used_) {
        if (frames.depth_ >= moo_deepest_call) {
            moo_fail(function.place_texts.empty() ? "" : function.place_texts[0].c_str(),
                     "functions call each other without end");
        }
        r = frames.registers_.take(function.register_count);
        for (std::size_t i = 0; i < registers.size(); ++i) r[i] = registers[i];
        arrays = frames.tables_.take(arrays_at_begin.size());
        for (std::size_t i = 0; i < arrays_at_begin.size(); ++i) arrays[i] = arrays_at_begin[i];
        for (std::uint32_t const own : function.own_arrays) arrays[own] = frames.array();
        ++frames.depth_;
    }
    ~FunctionFrame() {
        --frames_.depth_;
        frames_.registers_.release(registers_mark_);
        frames_.tables_.release(tables_mark_);
        frames_.arrays_used_ = arrays_used_;
    }
    FunctionFrame(FunctionFrame const&) = delete;
    FunctionFrame& operator=(FunctionFrame const&) = delete;

private:
    FunctionFrames& frames_;
    ChunkStack<double>::Mark registers_mark_;
    ChunkStack<MooArray*>::Mark tables_mark_;
    std::size_t arrays_used_;

public:
    double* r = nullptr;
    MooArray** arrays = nullptr;
};

}  // namespace moo
