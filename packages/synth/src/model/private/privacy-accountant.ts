/**
 * Returns the delta for which rho-zCDP implies (epsilon, delta)-DP: the infimum over a > 1 of
 * exp((a - 1)(a rho - epsilon) + a ln(1 - 1/a)) / (a - 1). Source: Canonne, Kamath, Steinke, "The
 * Discrete Gaussian", Corollary 13; IBM cdp2adp.py.
 */
export function deltaOfRho(rho: number, epsilon: number): number {
  if (rho <= 0) return 0
  let low = 1.000_001
  let high = (epsilon + 1) / (2 * rho) + 2
  for (let i = 0; i < 200; i++) {
    const alpha = (low + high) / 2
    const slope = (2 * alpha - 1) * rho - epsilon + Math.log1p(-1 / alpha)
    if (slope < 0) low = alpha
    else high = alpha
  }
  const alpha = (low + high) / 2
  const exponent = (alpha - 1) * (alpha * rho - epsilon) + alpha * Math.log1p(-1 / alpha)
  return Math.min(1, Math.exp(exponent) / (alpha - 1))
}

/**
 * Returns the largest rho whose zCDP implies (epsilon, delta)-DP, found by bisection from below.
 */
export function rhoOfEpsilonDelta(epsilon: number, delta: number): number {
  let low = 0
  let high = epsilon + 1
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2
    if (deltaOfRho(middle, epsilon) <= delta) low = middle
    else high = middle
  }
  return low
}

/** Returns the smallest epsilon that rho-zCDP implies at `delta`, found by bisection from above. */
export function epsilonOfRhoDelta(rho: number, delta: number): number {
  if (rho <= 0) return 0
  let low = 0
  // Bun and Steinke, 2016, Proposition 1.3: enough for any rho, if not the least.
  let high = rho + 2 * Math.sqrt(rho * Math.log(1 / delta))
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2
    if (deltaOfRho(rho, middle) <= delta) high = middle
    else low = middle
  }
  return high
}

/** Returns the noise's sigma that spends exactly `rho` on a release of L2 sensitivity `l2`. */
export function sigmaOfRho(rho: number, l2 = 1): number {
  return l2 / Math.sqrt(2 * rho)
}

/**
 * Returns the epsilon of the exponential mechanism (bounded range) that costs rho: epsilon squared
 * / 8.
 */
export function epsilonOfExponentialRho(rho: number): number {
  return Math.sqrt(8 * rho)
}
