# Bayes-DtACI on one series, K = 8, written literally with R's vectors over the experts: Rscript conformal.R <rounds>. Prints ns per round.
rounds <- as.integer(commandArgs(trailingOnly = TRUE)[1])
eta <- c(0.004, 0.004, 0.008, 0.008, 0.064, 0.064, 0.128, 0.128)
tau <- rep(c(0.5, 1), 4)
experts <- 8
window <- 500
share <- 0.001
alpha <- 0.1
set.seed(1)
scores <- abs(rnorm(rounds))

play <- function() {
  psi <- numeric(experts)
  w <- rep(1 / experts, experts)
  moments <- numeric(window)
  total <- 0
  numerator <- log(2 * experts * window) + 1
  for (t in seq_along(scores)) {
    s <- scores[t]
    threshold <- sum(w * psi)
    rate <- if (t > window) sqrt(numerator / total) else 2.72
    z <- (s - psi) / tau
    cdf <- pnorm(z)
    loss <- tau * dnorm(z) + (s - psi) * (cdf - alpha)
    moment <- sum(w * loss^2)
    slot <- (t - 1) %% window + 1
    total <- total + moment - moments[slot]
    moments[slot] <- moment
    w <- w * exp(-rate * (loss - min(loss)))
    w <- (1 - share) * w / sum(w) + share / experts
    psi <- psi - eta * tau^2 * (alpha - cdf)
  }
  threshold
}

invisible(play())
seconds <- system.time(play())["elapsed"]
cat(sprintf('{"nanoseconds": %f}\n', 1e9 * seconds / rounds))
