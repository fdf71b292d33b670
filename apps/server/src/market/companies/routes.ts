import { api } from '../../core/api/service.ts'
import { listReviewable, listReviews, replyToReview, reviewContract } from './reviews.ts'
import { declareColumns, findCompanies, readCompany } from './service.ts'

const routes = api.companies

export const companyRoutes = {
  get: routes.get.handler(({ input, context: { ctx } }) => readCompany(ctx, input.company)),
  declareColumns: routes.declareColumns.handler(({ input, context: { ctx } }) =>
    declareColumns(ctx, input.columns),
  ),
  search: routes.search.handler(({ input, context: { ctx } }) => findCompanies(ctx, input)),
  reviews: routes.reviews.handler(({ input, context: { ctx } }) => listReviews(ctx, input)),
  reviewable: routes.reviewable.handler(({ input, context: { ctx } }) =>
    listReviewable(ctx, input),
  ),
  review: routes.review.handler(({ input, context: { ctx } }) => reviewContract(ctx, input)),
  reply: routes.reply.handler(({ input, context: { ctx } }) => replyToReview(ctx, input)),
}
