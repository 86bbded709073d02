# Rounds per second of opera's EWA or BOA: Rscript opera.R <experts> <rule>
suppressMessages(library(opera))
arguments <- commandArgs(trailingOnly = TRUE)
size <- as.integer(arguments[1])
rule <- arguments[2]
rounds <- 5000
set.seed(size)
y <- rnorm(rounds)
experts <- sapply(seq_len(size), function(k) y + (0.2 + k / size) * rnorm(rounds))
parameters <- if (rule == "EWA") list(eta = 0.1) else list()
seconds <- system.time(
  mixture(Y = y, experts = experts, model = rule, loss.type = "square", loss.gradient = TRUE, parameters = parameters)
)["elapsed"]
cat(rounds / seconds, "\n")
