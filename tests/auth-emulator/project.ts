import path from 'node:path'

/** The emulator calls no production service for a project id that begins with `demo-`. */
export const PROJECT = 'demo-partsline'

/** Returns the data folder of the store, for other commands. */
export function dataIn(folder: string): string {
  return path.join(folder, 'data')
}
