import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'dist',
  ssr: true,
  // one small file that stays, instead of a request of every page view for the routes its links lead to
  routeDiscovery: { mode: 'initial' },
  // the action of a page comes with the page: fetched at submit, it could be lost, and the form with it
  splitRouteModules: false,
} satisfies Config
