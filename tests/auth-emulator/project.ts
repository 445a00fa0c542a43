import path from 'node:path'

/** The emulator reaches nothing outside for a project whose name begins with `demo-`. */
export const PROJECT = 'demo-partsline'

/** Where the store keeps its data, for commands of the shop's own beside it. */
export function dataIn(folder: string): string {
  return path.join(folder, 'data')
}
