# AcMCP by its authors' package around forecasts of the last value: Rscript acmcp.R <steps> <calibration> <file of one number a line>.
# Prints the ends of 90 % intervals by step, for row t those made at t - step; null where there is none yet.
suppressMessages(library(conformalForecast))
arguments <- commandArgs(trailingOnly = TRUE)
steps <- as.integer(arguments[1])
calibration <- as.integer(arguments[2])
y <- scan(arguments[3], quiet = TRUE)
rows <- length(y) - 1

# Row i is about y[i + 1]; beyond the last outcome stand the forecasts that are still open.
means <- sapply(seq_len(steps), function(h) {
  i <- seq_len(rows + steps)
  ifelse(i >= h & i - h + 1 <= length(y), y[pmax(1, pmin(i - h + 1, length(y)))], NA)
})
errors <- y[-1] - means[seq_len(rows), ]
forecasts <- list(
  x = ts(y), series = "y", MEAN = ts(means), ERROR = ts(errors), level = 90, forward = TRUE
)
start <- errors[seq_len(calibration), ]
# Settings of the package's own example; the bound of the integrator is the largest error of the first rows.
found <- suppressWarnings(acmcp(forecasts,
  alpha = 0.1, ncal = calibration, rolling = TRUE, integrate = TRUE, scorecast = TRUE, lr = 0.1,
  Csat = 2 / pi * (ceiling(log(rows) * 0.01) - 1 / log(rows)), KI = max(abs(start), na.rm = TRUE)
))
ends <- function(matrix, h) {
  values <- c(NA, matrix[seq_len(rows), h])
  paste0("[", paste(ifelse(is.finite(values), format(values, digits = 17), "null"), collapse = ","), "]")
}
parts <- sapply(seq_len(steps), function(h) {
  sprintf('{"lower": %s, "upper": %s}', ends(found$LOWER[[1]], h), ends(found$UPPER[[1]], h))
})
cat(sprintf('{"steps": [%s]}\n', paste(parts, collapse = ",")))
