import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from './vitest.config.ts'

/** Runs files in command-line order: the one most likely to detect the mutation is named first. */
class CommandLineOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ moduleId }: TestSpecification) =>
      process.argv.findIndex((argument) => moduleId.endsWith(argument))
    return [...files].sort((one, other) => position(one) - position(other))
  }
}

export default mergeConfig(base, defineConfig({ test: { sequence: { sequencer: CommandLineOrder } } }))
