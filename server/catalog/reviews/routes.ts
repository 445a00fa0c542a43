import * as contract from '#contract/catalog/reviews/reviews.ts'
import { AppError } from '#contract/platform/errors.ts'
import { isSharedPicture } from '#contract/platform/files/pictures.ts'
import { validationTexts } from '#contract/platform/texts/validation.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import * as reviews from './service.ts'

type Deps = { settings: StoreSettings; reviewsPerDay: number; origin: string }

export function reviewRoutes(bind: Bind, { origin, settings, reviewsPerDay }: Deps): void {
  bind(contract.listReviews, async ({ db, query, tags }) => {
    tags(query.productId === undefined ? 'reviews' : `review-of:${query.productId}`)
    const page = await reviews.listReviews(db, query)
    for (const { productId, productName } of page.items) {
      if (productName) tags(`product:${productId}`)
    }
    return page
  })

  bind(contract.getReviewScore, ({ db, query, tags }) => {
    tags(`review-of:${query.productId}`)
    return reviews.getReviewScore(db, query.productId)
  })

  bind(contract.listAllReviews, ({ db, query }) => {
    const hidden = query.hidden === undefined ? undefined : query.hidden === 'true'
    return reviews.listAllReviews(db, { ...query, hidden })
  })

  bind(contract.createReview, async ({ db, body, caller, now, invalidate }) => {
    // the schema does not know the origin: an address of the store itself may name pictures only, as a path may
    if (body.img !== null && !isSharedPicture(body.img, origin))
      throw new AppError('invalid_request', {
        errors: [{ path: 'img', message: validationTexts.pictureInvalid }],
      })
    const { timeZone } = await settings.current(db)
    const limits = { reviewsPerDay, timeZone }
    // lists of parts show their ratings, and are sorted by them
    const ofPart = body.productId
      ? [`review-of:${body.productId}`, `product:${body.productId}`, 'products']
      : []
    invalidate('reviews', ...ofPart)
    return reviews.createReview(db, body, { userId: caller.id, at: now(), limits })
  })

  bind(contract.updateReview, ({ db, params, body, caller, now, invalidate }) => {
    invalidate('reviews', 'review-of:*', 'products', 'product:*')
    const actor = { actorId: caller.id, at: now() }
    return reviews.setReviewHidden(db, { id: params.id, hidden: body.hidden }, actor)
  })
}
