import { registerHooks } from 'node:module'

/** openapi-typescript writes with the compiler’s JavaScript API, which TypeScript 7 does not have. */
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
})
