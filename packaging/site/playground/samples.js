// SPDX-License-Identifier: Apache-2.0
// Files of the repository to start from; esbuild includes their text.
import broken from "../../../examples/broken.ptx";
import outside from "../../../examples/tensormap/outside.json";
import swizzled from "../../../examples/tensormap/swizzled.json";
import ring from "../../../tests/rehearse/Inputs/ring.ptx";
import launch from "../../../tests/rehearse/Inputs/ring.json";
import inline from "./samples/inline.cu";

export const samples = [
  { name: "Common mistakes", source: "ptx", panel: "findings", text: broken.replace(": see `make demo`.", ".") },
  { name: "A pipeline of TMA loads", source: "ptx", panel: "rehearsal", text: ring, launch },
  { name: "A pipeline that hangs", source: "ptx", panel: "rehearsal", text: ring.replaceAll("], 4096;", "], 6144;"), launch },
  { name: "asm statements in CUDA", source: "cu", panel: "findings", text: inline },
  { name: "A tensor map with swizzle", source: "map", panel: "map", text: swizzled, at: "0,0" },
  { name: "A box outside of the tensor", source: "map", panel: "map", text: outside, at: "20,0" },
];
