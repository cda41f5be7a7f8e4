# SPDX-License-Identifier: Apache-2.0
# For make: kernel.cu -> kernel.ptx -> kernel.checked.ptx -> kernel.cubin. A step whose input has an
# error leaves no file, and only what has changed is built again.
#     ARCH := sm_100a
#     include ptx.mk
#     all: kernel.cubin

NVCC ?= nvcc
PTXAS ?= ptxas
PTXCHECK ?= ptxcheck
ARCH ?= sm_90a

.SECONDARY:
.DELETE_ON_ERROR:

# nvcc 13.5 makes ptxas check the PTX too; NVCCFLAGS += --skip-ptx-semantics-check prevents that.
%.ptx: %.cu
	$(NVCC) -ptx -lineinfo -arch=$(ARCH) $(NVCCFLAGS) -MD -MF $@.d -o $@ $<

%.checked.ptx: %.ptx
	$(PTXCHECK) --arch=$(ARCH) $(PTXCHECKFLAGS) -MD -MF $@.d -o $@ $<

%.cubin: %.checked.ptx
	$(PTXAS) -arch=$(ARCH) $(PTXASFLAGS) -o $@ $<

-include $(wildcard *.ptx.d)
