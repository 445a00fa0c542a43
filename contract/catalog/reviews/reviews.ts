import * as z from 'zod/mini'
import { defineEndpoint } from '../../platform/endpoint.ts'
import {
  idParams,
  idText,
  optionalText,
  pageFields,
  plainNumber,
  requiredLine,
  requiredText,
  sortedPageFields,
  timeSchema,
} from '../../platform/fields.ts'
import { isSharedPicture } from '../../platform/files/pictures.ts'
import { routes } from '../../platform/routes.ts'
import { validationTexts as texts } from '../../platform/texts/validation.ts'

export const reviewSchema = z.object({
  _id: z.string(),
  name: z.string(),
  img: z.nullable(z.string()),
  description: z.string(),
  rating: z.number(),
  productId: z.nullable(z.string()),
  createdAt: timeSchema,
})
export type Review = z.infer<typeof reviewSchema>

/** A public review with the name of its part: null for a review of the store or of an archived part. */
export const shownReviewSchema = z.extend(reviewSchema, { productName: z.nullable(z.string()) })
export type ShownReview = z.infer<typeof shownReviewSchema>

export const managedReviewSchema = z.extend(reviewSchema, { hidden: z.boolean() })
export type ManagedReview = z.infer<typeof managedReviewSchema>

/** A review in the list for staff. `partIsSold` is null for a review of the store. */
export const listedReviewSchema = z.extend(managedReviewSchema, { partIsSold: z.nullable(z.boolean()) })
export type ListedReview = z.infer<typeof listedReviewSchema>

/**
 * Of the visible reviews of one part. `average` is not rounded, and null without reviews; `stars` counts those that are
 * shown with one, two … five stars: ratings are rounded up.
 */
export const reviewScoreSchema = z.object({
  count: z.int(),
  average: z.nullable(z.number()),
  stars: z.array(z.int()).check(z.length(5)),
})
export type ReviewScore = z.infer<typeof reviewScoreSchema>

export const newReviewSchema = z.object({
  name: requiredLine(80, texts.reviewNameRequired),
  description: requiredText(2000, texts.descriptionRequired),
  img: z.pipe(
    optionalText(2000),
    z.nullable(
      z.string().check(z.refine((value: string) => isSharedPicture(value), { error: texts.pictureInvalid })),
    ),
  ),
  rating: z._default(
    z.pipe(
      plainNumber(texts.ratingRange),
      z.number().check(z.minimum(1, texts.ratingRange), z.maximum(5, texts.ratingRange)),
    ),
    5,
  ),
  productId: z.optional(z.nullable(idText)),
})
export type NewReview = z.infer<typeof newReviewSchema>

export const createReview = defineEndpoint({
  ...routes.createReview,
  summary: 'Write a review',
  access: 'signed-in',
  body: newReviewSchema,
  response: reviewSchema,
  status: 201,
  idempotent: true,
  errors: ['not_found', 'review_limit'],
})

export const listReviews = defineEndpoint({
  ...routes.listReviews,
  summary: 'Visible reviews, newest first; with productId those of one part',
  access: 'public',
  cacheable: true,
  query: z.object({ ...pageFields(100), productId: z.optional(idText) }),
  response: z.array(shownReviewSchema),
})

export const getReviewScore = defineEndpoint({
  ...routes.getReviewScore,
  summary: 'Number, mean rating and stars of the visible reviews of a part',
  access: 'public',
  cacheable: true,
  query: z.object({ productId: idText }),
  response: reviewScoreSchema,
})

export const updateReview = defineEndpoint({
  ...routes.updateReview,
  summary: 'Hide or show a review',
  access: { permission: 'reviews.moderate' },
  params: idParams,
  body: z.object({ hidden: z.boolean() }),
  response: managedReviewSchema,
})

export const listAllReviews = defineEndpoint({
  ...routes.listAllReviews,
  summary: 'All reviews; with hidden=true or false only hidden or visible ones',
  access: { permission: 'reviews.moderate' },
  query: z.object({
    ...sortedPageFields(100, ['createdAt', 'name', 'rating']),
    hidden: z.optional(z.enum(['true', 'false'])),
  }),
  response: z.array(listedReviewSchema),
})
