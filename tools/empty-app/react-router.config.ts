import type { Config } from '@react-router/dev/config'

export default { buildDirectory: '../../test-results/empty-app', ssr: true } satisfies Config
