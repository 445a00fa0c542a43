import * as z from 'zod/mini'
import { identityMethods } from './auth/identity-methods.ts'
import { defineEndpoint } from './endpoint.ts'
import { routes } from './routes.ts'
import { shopSchema } from './shop.ts'

const publicConfigSchema = z.object({
  identity: z.object({
    mode: z.enum(['embedded', 'firebase']),
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** Enabled sign-in methods and second factors that are configured, in the order of `identityMethods`. */
    methods: z.array(z.enum(identityMethods)),
    custom: z.nullable(z.object({ providerId: z.string(), name: z.string() })),
    passwordMinLength: z.int(),
    adminSecondStep: z.boolean(),
  }),
  payment: z.object({
    mode: z.enum(['sandbox', 'stripe', 'off']),
    publishableKey: z.nullable(z.string()),
    scriptUrl: z.nullable(z.string()),
  }),
  store: z.extend(shopSchema, {
    currency: z.string(),
    demo: z.boolean(),
    unpaidOrderHours: z.number(),
    sampleAdmin: z.optional(z.object({ email: z.string(), password: z.string() })),
  }),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>

export const getConfig = defineEndpoint({
  ...routes.getConfig,
  summary: 'Public configuration',
  access: 'public',
  cacheable: true,
  response: publicConfigSchema,
})
