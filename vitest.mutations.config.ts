import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from './vitest.config.ts'

/** The files in the order in which they are named: the test that is likeliest to notice comes first. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      process.argv.findIndex((named) => moduleId.endsWith(named))
    return [...files].sort((one, other) => place(one) - place(other))
  }
}

export default mergeConfig(base, defineConfig({ test: { sequence: { sequencer: AsNamed } } }))
