import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { getConfig, type PublicConfig } from '#contract/platform/config.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { defaultSettings } from './defaults.ts'

export function configRoutes(bind: Bind, deps: { config: Config; publishableKey: string | null }): void {
  bind(getConfig, async ({ tags }) => {
    tags('config')
    return publicConfig(deps.config, deps.publishableKey)
  })
}

function publicConfig(config: Config, publishableKey: string | null): PublicConfig {
  const { identity, cards, currency, limits, demo } = config
  // orders have the tax rate of their time
  const { taxRate: _, ...shop } = defaultSettings(config)
  const scriptUrls = {
    sandbox: '/payments/v1/stripe.js',
    // the release of `API_VERSION`
    stripe: 'https://js.stripe.com/endive/stripe.js',
    off: null,
  }
  return {
    identity: {
      mode: identity.mode,
      apiKey: identity.apiKey,
      authDomain: identity.authDomain,
      projectId: identity.projectId,
      methods: identity.methods,
      custom: identity.methods.includes('custom')
        ? { providerId: identity.custom.providerId, name: identity.custom.name }
        : null,
      passwordMinLength: limits.passwordMinLength,
      adminSecondStep: identity.adminSecondFactor,
    },
    payment: { mode: cards.mode, publishableKey, scriptUrl: scriptUrls[cards.mode] },
    store: {
      ...shop,
      currency,
      demo,
      unpaidOrderHours: limits.unpaidOrderHours,
      ...(demo ? { sampleAdmin } : {}),
    },
  }
}
