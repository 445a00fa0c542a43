import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { getConfig, type PublicConfig } from '#contract/platform/config.ts'
import type { Settings } from '#contract/store/settings/settings.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import type { StoreSettings } from './store-settings.ts'

type Deps = { config: Config; settings: StoreSettings; publishableKey: string | null }

export function configRoutes(bind: Bind, { config, settings, publishableKey }: Deps): void {
  bind(getConfig, async ({ tags, request }) => {
    tags('config')
    // whoever is signed in sees each change at once, on every instance
    const isWithToken = request.headers.authorization !== undefined
    const shop = await (isWithToken ? settings.refresh() : settings.current())
    return publicConfig(config, shop, publishableKey)
  })
}

function publicConfig(
  config: Config,
  { taxRate: _, ...shop }: Settings,
  publishableKey: string | null,
): PublicConfig {
  const { identity, cards, currency, limits, demo } = config
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
