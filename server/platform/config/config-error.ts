/** An error that the operator can correct: its message is printed without a stack. */
export class ConfigError extends Error {}

/** One error for all faults of a configuration. */
export function configError(faults: string[]): ConfigError {
  return new ConfigError(
    ['The store cannot start with this configuration:', ...faults.map((fault) => `  - ${fault}`)].join('\n'),
  )
}
