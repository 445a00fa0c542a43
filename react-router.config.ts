import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'dist',
  ssr: true,
  // one cached manifest of all routes, instead of requests on each page for the routes that its links lead to
  routeDiscovery: { mode: 'initial' },
  // a page's action loads with the page: if it were fetched on submit, a failed fetch could lose the form
  splitRouteModules: false,
} satisfies Config
