; SPDX-License-Identifier: Apache-2.0
; Bulk and tensor copies, mbarriers and Tensor Memory as LLVM's intrinsics.
; corpus: targets=90a,100a,103a,120a
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x float] undef, align 128
@bar = internal addrspace(3) global i64 undef, align 8

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), i64)
declare void @llvm.nvvm.cp.async.bulk.global.to.shared.cta(ptr addrspace(3), ptr addrspace(3), ptr addrspace(1), i32, i64, i1)
declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1), ptr addrspace(3), i32, i64, i1)
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(ptr addrspace(3), ptr, i32, i32, i64, i1)
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.2d(ptr addrspace(3), ptr, i32, i32, i64, i1)
declare void @llvm.nvvm.cp.async.bulk.commit.group()
declare void @llvm.nvvm.cp.async.bulk.wait.group.read(i32)
declare void @llvm.nvvm.cp.async.bulk.wait.group(i32)

define ptx_kernel void @bulk_out(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %steps) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr [1024 x float], ptr addrspace(3) @tile, i32 0, i32 %tid
  %leader = icmp eq i32 %tid, 0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %joined ]
  %base = shl i32 %i, 10
  %at = add i32 %base, %tid
  %from = getelementptr float, ptr addrspace(1) %in, i32 %at
  %value = load float, ptr addrspace(1) %from
  %twice = fmul float %value, 2.0
  store float %twice, ptr addrspace(3) %slot
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %leader, label %copy, label %joined
copy:
  %to = getelementptr float, ptr addrspace(1) %out, i32 %base
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %to, ptr addrspace(3) @tile, i32 4096, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)
  br label %joined
joined:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %steps
  br i1 %more, label %loop, label %done
done:
  ret void
}

define ptx_kernel void @tensor_out(ptr byval([128 x i8]) align 64 %map, i32 %x, i32 %y) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %slot = getelementptr [1024 x float], ptr addrspace(3) @tile, i32 0, i32 %tid
  %value = sitofp i32 %tid to float
  store float %value, ptr addrspace(3) %slot
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %leader = icmp eq i32 %tid, 0
  br i1 %leader, label %copy, label %done
copy:
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(ptr addrspace(3) @tile, ptr %map, i32 %x, i32 %y, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.2d(ptr addrspace(3) @tile, ptr %map, i32 %x, i32 %y, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  call void @llvm.nvvm.cp.async.bulk.wait.group(i32 0)
  br label %done
done:
  ret void
}

define ptx_kernel void @threads_meet(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %leader = icmp eq i32 %tid, 0
  br i1 %leader, label %init, label %start
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @bar, i32 256)
  br label %start
start:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i32 %tid
  %value = load float, ptr addrspace(1) %from
  %slot = getelementptr [1024 x float], ptr addrspace(3) @tile, i32 0, i32 %tid
  store float %value, ptr addrspace(3) %slot
  %token = call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @bar)
  br label %wait
wait:
  %done = call i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3) @bar, i64 %token)
  br i1 %done, label %read, label %wait
read:
  %other = xor i32 %tid, 1
  %slot2 = getelementptr [1024 x float], ptr addrspace(3) @tile, i32 0, i32 %other
  %got = load float, ptr addrspace(3) %slot2
  %to = getelementptr float, ptr addrspace(1) %out, i32 %tid
  store float %got, ptr addrspace(1) %to
  ret void
}
