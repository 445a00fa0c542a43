import { registerHooks } from 'node:module'

/** openapi-typescript uses the compiler’s JavaScript API, which TypeScript 7 does not have. */
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
})
