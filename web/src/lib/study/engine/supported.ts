/** Whether this browser can run the engine. Its policy may forbid WebAssembly. */
export function runsEngine(): boolean {
  // The empty module with an instruction of SIMD in a function: older browsers reject it.
  const probe = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  try {
    return typeof Worker === 'function' && WebAssembly.validate(new Uint8Array(probe));
  } catch {
    return false;
  }
}
