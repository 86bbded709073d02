// Made of the doc comments of option interfaces by `npm run abouts`: change those.
export const ABOUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "aci": {
    "learningRate": "η: how far one miss moves the threshold.",
    "start": "The first threshold.",
    "range": "Interval onto which the threshold is cut after each step.",
    "miss": "What is a miss: the outcome lies above the threshold, or above the quantile of past scores at the level that the threshold is. The second needs x = [fraction of past scores below]."
  },
  "aciMethod": {
    "space": "What the expert moves: a level of the past scores, or a threshold.",
    "memory": "How many past scores a level looks back on; null for all.",
    "learningRate": "η: 0.005 is the authors' choice, on levels."
  },
  "adaNormalHedge": {
    "range": "A known bound of |own − loss|, beyond which regrets count as that much."
  },
  "adaptiveRandomForest": {
    "priorVariance": "Variance of the prediction before there are data to estimate it from.",
    "noise": "Standard deviation of y given z.",
    "gracePeriod": "Weight a leaf must gather between attempts to split.",
    "maxDepth": "Deepest leaf that may still split is one above this.",
    "significance": "δ of the Hoeffding bound.",
    "tieThreshold": "τ: a bound below it splits even if the best two candidates are as good.",
    "leaf": "What a leaf predicts.",
    "learningRate": "Step of the leaves' linear models.",
    "selectorDecay": "Decay of the squared errors by which an adaptive leaf chooses.",
    "minSamples": "Least weight on either side of a split.",
    "digits": "Decimal digits to which features are rounded before they are split candidates.",
    "maxLeaves": "Leaves at which a tree stops growing, so that its memory is bounded.",
    "maxCandidates": "Split candidates that a leaf keeps for a feature.",
    "learners": "Number of trees.",
    "features": "Features that a leaf watches: a number of them, or √d or log₂d rounded.",
    "weight": "Mean λ of the Poisson weight of an example.",
    "vote": "How the trees' predictions are joined.",
    "driftSignificance": "Confidence δ at which a tree is replaced.",
    "warningSignificance": "Confidence δ at which its successor is started."
  },
  "adwin": {
    "significance": "Confidence δ of a cut.",
    "clock": "Rounds between checks.",
    "maxBuckets": "Buckets of one size before two are merged.",
    "minWindow": "Shortest subwindow that is compared.",
    "gracePeriod": "Values before the first check."
  },
  "agaci": {
    "space": "What the experts move: a level of the past scores, or the radius itself.",
    "memory": "How many past scores a level looks back on; null for all.",
    "form": "The form of `boa`: that of opera 1.2.2, or `doubling`, that of 1.2.0, with which AgACI was published."
  },
  "aggregate": {
    "experts": "One rule or several; their experts follow each other in the weights.",
    "loss": "What a forecast costs.",
    "score": "How experts are scored.",
    "meta": "How scores become weights.",
    "prior": "Weights ω₁, in any unit.",
    "dimension": "Length of x.",
    "horizon": "Number of rounds T, for rates that depend on it.",
    "seed": "Seed of experts that draw.",
    "onFailure": "What to do with an expert whose belief or loss is not finite: throw, let it sleep that round, or let it start afresh.",
    "openRounds": "How many predictions may wait for their outcome at once; the oldest expires.",
    "ledger": "Whether losses, regrets and their bounds are accounted for.",
    "history": "How many rows of the weights' history to keep, thinned.",
    "switches": "Up to how many switches the ledger compares with the best sequence of experts, O(K) a switch; 0: not at all."
  },
  "auto": {
    "task": "What is to be forecast: a number, a class, or a number over time.",
    "time": "The column of times, or those of year, month, day and hour; null: none.",
    "dates": "The order of a date such as 3/4/2026: mdy or dmy.",
    "zone": "The time zone whose clocks the calendar follows, such as Europe/Berlin: for times that are instants.",
    "ahead": "How many rows before its outcome a forecast is made.",
    "coverage": "Part of the outcomes that the interval shall hold.",
    "memory": "Whether the last outcome is known when the next is forecast: off where outcomes come late.",
    "range": "Where outcomes can lie: ends of intervals stay there.",
    "experts": "Families of experts, which see features and outcomes in standard units."
  },
  "bayesAci": {
    "learningRate": "η; the threshold moves by at most A = ητ² a round.",
    "spread": "τ, the standard deviation of the belief, in units of the score.",
    "start": "ψ₁, the mean of the first belief."
  },
  "bayesDtaci": {
    "startRate": "γ before the rate's window is full."
  },
  "betting": {
    "wealth": "Wealth before the first round, in units of the score."
  },
  "bettingMethod": {
    "wealth": "Wealth before the first round, in units of the score."
  },
  "boa": {
    "form": "How the rates adapt: see `boa`.",
    "range": "A known bound E of |own − loss|, beyond which regrets count as ±E: the rates are then those of the theorem, and `form` plays no part."
  },
  "boostedTrees": {
    "priorVariance": "Variance of the prediction before there are data to estimate it from.",
    "noise": "Standard deviation of y given z.",
    "window": "Rounds that are remembered, and learnt from.",
    "first": "Rows of the first fit.",
    "every": "Rounds from one fit to the next.",
    "trees": "Number of trees.",
    "depth": "Splits from root to leaf, at most 6.",
    "shrinkage": "What each tree corrects of what those before it leave over.",
    "pace": "Trees that one round grows once the window is full, more while it is not: no round waits for a whole fit."
  },
  "box": {
    "mean": "Of every mean.",
    "deviation": "Of every standard deviation."
  },
  "calibrated": {
    "rate": "The rates γ to start from; the grid grows beyond its ends by itself.",
    "share": "The shares σ to choose from; 0 is plain exponential weights."
  },
  "cbce": {
    "base": "The rule that starts afresh on every interval.",
    "carry": "How much of the present weights the prior of a fresh learner takes over, below 1; 0 as published.",
    "range": "A known width of the interval in which losses lie."
  },
  "classForest": {
    "trees": "Number of trees.",
    "window": "Rounds that are remembered, and that a tree is grown on."
  },
  "classMixture": {
    "dimension": "Length of x."
  },
  "classNeighbours": {
    "neighbours": "Number k of neighbours.",
    "window": "Rounds that are remembered.",
    "focus": "How much more the features count in which classes differ."
  },
  "classNormals": {
    "spread": "One covariance for all classes, or for each class variances of its own, features taken as independent."
  },
  "conformal": {
    "coverage": "1 − α, in (0, 1); several at once make nested intervals.",
    "method": "How thresholds follow scores: a published method.",
    "conformity": "How badly an outcome conforms to a forecast.",
    "period": "Rounds after which a season returns, one or several: memories of the same phase are weighed in.",
    "groups": "Whether each segment has a calibrator of its own, which starts from that of all.",
    "overlapping": "Whether forecasts belong to groups that overlap, such as store and weekday: each is covered as often as asked.",
    "features": "Whether the width follows features: `predict(forecast, { x })` then takes them, as many numbers in every round.",
    "unbiased": "Whether the forecaster's bias is learnt and taken out first; of forecasts that are numbers.",
    "scale": "Whether scores are divided by a running scale of the past; for methods that are not scale-free.",
    "threshold": "The mean of the thresholds' distribution, or a draw from it; for methods that have a distribution.",
    "seed": "Seed of the draws.",
    "diagnostics": "Whether coverage, widths and scores of the intervals are kept; without, a state is 4 kB.",
    "alerts": "Watches for a change at a stated false-alarm rate: `learn` then returns alerts.",
    "window": "Rounds that rolling coverage looks back on.",
    "warmStart": "Past outcomes to start from: residuals y − ŷ, or forecasts with their outcomes, and with x where there are features."
  },
  "conjugate": {
    "priorVariance": "Prior variance of every coefficient.",
    "temperature": "Temperature τ: the power of the likelihood in the update.",
    "forgetting": "Forgetting λ in (0, 1]: how much of the past the next round keeps; the rest returns to the prior.",
    "noise": "Standard deviation ς of y given z.",
    "priorMean": "Prior mean of the coefficients: one number for all, or one each."
  },
  "cop": {
    "learningRate": "Learning rate, as a fraction of the range of the last scores.",
    "window": "How many scores that range and the hint look back on.",
    "trust": "λ/η: how far the hint is trusted.",
    "start": "The first threshold."
  },
  "copMethod": {
    "learningRate": "Learning rate, as a fraction of the range of the last scores.",
    "window": "How many scores that range and the hint look back on.",
    "trust": "λ/η: how far the hint is trusted.",
    "start": "The first threshold."
  },
  "decaying": {
    "learningRate": "η, in units of the score: the first step is this long.",
    "decay": "Steps fall as t to minus this: ½ + ε in the paper, ε = 0.1.",
    "start": "The first threshold."
  },
  "decayingMethod": {
    "learningRate": "η, the largest score to expect: the first step is this long.",
    "decay": "Steps fall as t to minus this: ½ + ε in the paper, ε = 0.1.",
    "start": "The first threshold."
  },
  "delayed": {
    "rounds": "Rounds between an outcome and the round in which it is learnt.",
    "prompt": "Whether a twin learns at once, which forecasts where `auto` looks some rows ahead."
  },
  "dtaci": {
    "startRate": "γ before the rate's window is full: 2.72 is the authors' choice, for levels.",
    "space": "What the experts move: a threshold, or a level of the past scores as in the authors' own code.",
    "memory": "How many past scores a level looks back on; null for all."
  },
  "eci": {
    "learningRate": "Learning rate, as a fraction of the range of the last scores.",
    "window": "How many scores that range looks back on.",
    "sharpness": "c, one over the score: how steep the sigmoid is that stands for a miss.",
    "errors": "Which errors are quantified: the last; only one larger than the range; or all, fading.",
    "start": "The first threshold."
  },
  "eciMethod": {
    "learningRate": "Learning rate, as a fraction of the range of the last scores.",
    "window": "How many scores that range looks back on.",
    "sharpness": "c, one over the score: how steep the sigmoid is that stands for a miss.",
    "errors": "Which errors are quantified: the last; only one larger than the range; or all, fading.",
    "start": "The first threshold."
  },
  "ewa": {
    "rate": "Meta-rate γ: a number, or a schedule such as `rollingRate()`."
  },
  "exponentiatedGradient": {
    "rate": "Learning rate η."
  },
  "external": {
    "columns": "Names of the forecasts, expert after expert, in the order in which x gives them; or how many there are.",
    "gives": "What each expert gives: one number, a mean and a variance, or quantiles at these levels.",
    "awake": "Names of the experts' activations, 0 asleep … 1 awake, which follow the forecasts in x; false: all are awake.",
    "noise": "Standard deviation of y given a point forecast, for log-density loss.",
    "silent": "What is believed in a round in which no expert gives a forecast."
  },
  "fixedShare": {
    "rate": "Meta-rate γ: a number, or a schedule such as `rollingRate()`.",
    "share": "Share σ: weight spread evenly each round so that no expert dies; a number or a function of the round."
  },
  "fleet": {
    "coverage": "1 − α, in (0, 1).",
    "ends": "Ends apart, from signed residuals; or ŷ ± threshold, from absolute ones, in three fifths of the time.",
    "period": "Rounds after which a season returns, one or several."
  },
  "frequencies": {
    "forgetting": "Part of every count that a round keeps, in (0, 1]."
  },
  "gives": {
    "quantiles": "Levels of the quantiles that each expert gives."
  },
  "governed": {
    "coverage": "Part of the outcomes that the interval shall hold.",
    "ahead": "How many rows before its outcome a forecast is made: its outcome counts when it would be known."
  },
  "gp": {
    "kernel": "Covariance function; null: the squared exponential exp(−r²).",
    "inverseBandwidth": "Inverse bandwidth a: kernels measure r² = a²Σsⱼ²(xⱼ − x'ⱼ)².",
    "noise": "Standard deviation ς of y given f(x); at least 1e-3 of the amplitude's root.",
    "window": "How many of the last points count; null: all.",
    "amplitude": "Variance of f about its level.",
    "constant": "Variance of the unknown level of f, a constant kernel.",
    "scales": "A factor sⱼ for each feature, or several such vectors: see `relevances`."
  },
  "growing": {
    "start": "The setting to start with.",
    "axis": "Which of its rates.",
    "factor": "How far beyond its ends the grid grows at most in one step.",
    "finest": "The least ratio of two neighbours.",
    "capacity": "How many settings there may be at once; the worst gives way.",
    "keep": "How many past rows are kept, on which a setting is tried and started.",
    "share": "With what share of all weight a setting enters.",
    "of": "The rule whose rate is searched."
  },
  "hoeffdingAdaptiveTree": {
    "priorVariance": "Variance of the prediction before there are data to estimate it from.",
    "noise": "Standard deviation of y given z.",
    "gracePeriod": "Weight a leaf must gather between attempts to split.",
    "maxDepth": "Deepest leaf that may still split is one above this.",
    "significance": "δ of the Hoeffding bound.",
    "tieThreshold": "τ: a bound below it splits even if the best two candidates are as good.",
    "leaf": "What a leaf predicts.",
    "learningRate": "Step of the leaves' linear models.",
    "selectorDecay": "Decay of the squared errors by which an adaptive leaf chooses.",
    "minSamples": "Least weight on either side of a split.",
    "digits": "Decimal digits to which features are rounded before they are split candidates.",
    "maxLeaves": "Leaves at which a tree stops growing, so that its memory is bounded.",
    "maxCandidates": "Split candidates that a leaf keeps for a feature.",
    "weight": "Mean of the Poisson number of times that a leaf learns an example, though once at least.",
    "driftWindow": "Rounds that a branch and its alternate must have seen before they are compared.",
    "driftSignificance": "Confidence δ of the change detectors.",
    "switchSignificance": "Level of the test by which the better of branch and alternate is kept."
  },
  "hoeffdingTree": {
    "priorVariance": "Variance of the prediction before there are data to estimate it from.",
    "noise": "Standard deviation of y given z.",
    "gracePeriod": "Weight a leaf must gather between attempts to split.",
    "maxDepth": "Deepest leaf that may still split is one above this.",
    "significance": "δ of the Hoeffding bound.",
    "tieThreshold": "τ: a bound below it splits even if the best two candidates are as good.",
    "leaf": "What a leaf predicts.",
    "learningRate": "Step of the leaves' linear models.",
    "selectorDecay": "Decay of the squared errors by which an adaptive leaf chooses.",
    "minSamples": "Least weight on either side of a split.",
    "digits": "Decimal digits to which features are rounded before they are split candidates.",
    "maxLeaves": "Leaves at which a tree stops growing, so that its memory is bounded.",
    "maxCandidates": "Split candidates that a leaf keeps for a feature."
  },
  "horizonRate": {
    "interval": "Length I of the interval over which regret is to be small.",
    "bound": "B, an upper bound of the losses."
  },
  "horizons": {
    "steps": "How many steps ahead every path goes.",
    "coverage": "1 − α, in (0, 1).",
    "period": "Rounds after which a season returns, one or several.",
    "diagnostics": "Whether coverage, widths and scores of the intervals are kept.",
    "openOrigins": "How many origins may wait for outcomes at once; the oldest forecasts expire."
  },
  "integral": {
    "gain": "K_I, in units of the score.",
    "saturation": "C: the larger, the later the tangent grows without bound."
  },
  "inverseSqrt": {
    "scale": "c."
  },
  "inverseSqrtHorizon": {
    "scale": "c."
  },
  "knn": {
    "priorVariance": "Variance of the prediction before there are data to estimate it from.",
    "noise": "Standard deviation of y given z.",
    "neighbours": "Number k of neighbours.",
    "window": "Rounds that are remembered.",
    "weighting": "Neighbours count alike, or by the inverse of their distance."
  },
  "learntNoise": {
    "halfLife": "Rounds after which an error counts half; several make an expert of each.",
    "spreadHalfLife": "Half-life of the noise that depends on x.",
    "prior": "Variance of the errors before any was seen."
  },
  "level": {
    "memory": "How many of the last scores are kept; null for all.",
    "rank": "The level of a score: the fraction of the past below it, or not above it.",
    "measure": "What an expert moves: the coverage p, or −α = p − 1, as the authors of DtACI do. They are the same but for rounding, which decides where a level equals a rank.",
    "first": "The level of the first score, which has no past.",
    "warmUp": "Scores that are only kept, before any expert moves.",
    "beyond": "The threshold at a level above 1: the largest score kept, or infinity."
  },
  "linear": {
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance."
  },
  "linearRegression": {
    "priorVariance": "Variance of the prediction before there are data to estimate it from.",
    "noise": "Standard deviation of y given z.",
    "learningRate": "Step η, for coefficients and intercept.",
    "errorDecay": "Decay of the squared errors that make the variance."
  },
  "lines": {
    "forgetting": "Forgetting λ in (0, 1]: how much of the past the next round keeps.",
    "slope": "Whether the slope is fitted, or 1: y moves as the feature does."
  },
  "link": {
    "least": "Least probability of either class, however much was seen."
  },
  "logScale": {
    "unit": "Distance from the least outcome up to which the scale is nearly even, in the units of y."
  },
  "matern32": {
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance."
  },
  "matern52": {
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance."
  },
  "mixingPast": {
    "rate": "Meta-rate γ: a number, or a schedule such as `rollingRate()`.",
    "share": "α in (0, 1): how much of the weight comes from past posteriors.",
    "past": "Whether all past posteriors count alike, or recent ones more, as 1/age."
  },
  "mlpol": {
    "range": "A known bound E of |own − loss|: the theorem's rule, with B = E² throughout."
  },
  "mlprod": {
    "range": "A known bound E of |own − loss|, beyond which regrets count as ±E: the rates are then those of the theorem."
  },
  "mondrianForest": {
    "priorVariance": "Variance of the prediction before there are data to estimate it from.",
    "noise": "Standard deviation of y given z.",
    "learners": "Number of trees.",
    "step": "Step η of the aggregation over prunings, on half the squared error.",
    "maxNodes": "Nodes at which a tree stops growing, so that its memory is bounded.",
    "cutAfter": "Examples that a node must have seen before it is cut: more make smaller trees.",
    "form": "As its authors describe it, or as River 0.20 computes it: a node that moves down keeps its parent's mean."
  },
  "ngvi": {
    "scale": "G of the paper: a rate that needs no unit, see the rule.",
    "learningRate": "η itself: a number, a schedule or a function of the round.",
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance.",
    "priorVariance": "Prior variance s² of every coefficient.",
    "noise": "Standard deviation of y given z.",
    "box": "Projection of m and σ.",
    "proximity": "α, the rate of the KL divergence from the last posterior (η is that from the prior)."
  },
  "oga": {
    "scale": "G of the paper: a rate that needs no unit, see the rule.",
    "learningRate": "η itself: a number, a schedule or a function of the round.",
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance.",
    "priorVariance": "Prior variance s² of every coefficient.",
    "noise": "Standard deviation of y given z.",
    "box": "Projection of m and σ."
  },
  "ogd": {
    "scale": "G of the paper: a rate that needs no unit, see the rule.",
    "learningRate": "η itself: a number, a schedule or a function of the round.",
    "noise": "Standard deviation of y given z.",
    "box": "Projection of every coefficient."
  },
  "ogdBox": {
    "mean": "Of every coefficient."
  },
  "onlineBagging": {
    "learners": "Copies of each expert of the rule.",
    "weight": "Mean of the Poisson number of times that a copy learns an example."
  },
  "paths": {
    "steps": "How many rows a path goes ahead.",
    "seasons": "Rows after which a season returns, the shortest first.",
    "coverage": "Part of the outcomes that the interval of each step shall hold.",
    "known": "How many columns have known future values.",
    "year": "Rows in a year, for series whose seasons do not show it: 365.25 for days; 0 for none."
  },
  "periodic": {
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance.",
    "period": "After what distance a feature repeats, in units of x."
  },
  "pid": {
    "learningRate": "Proportional rate, as a fraction of the range of the last scores.",
    "window": "How many scores that range looks back on.",
    "integral": "The integral term: gain K_I in units of the score, and saturation C.",
    "start": "The first threshold."
  },
  "pidMethod": {
    "learningRate": "Proportional rate, as a fraction of the range of the last scores.",
    "window": "How many scores that range looks back on.",
    "integral": "The integral term: gain K_I in units of the score, and saturation C.",
    "start": "The first threshold.",
    "scorecast": "Whether `predict` takes a forecast of the score."
  },
  "pinball": {
    "level": "The quantile it targets."
  },
  "product": {
    "of": "The kernels it is made of, at least one."
  },
  "products": {
    "reach": "Features count within ± this in a product, so that one far value is not squared.",
    "factor": "Factor of the products: the smaller, the less their coefficients are trusted beside the linear ones.",
    "most": "Most features of which products are made: more stay as they are."
  },
  "quantiles": {
    "levels": "Levels in (0, 1), increasing."
  },
  "radiusAci": {
    "learningRate": "η, in levels or in units of the score.",
    "coverage": "Coverage 1 − α of |y| that each expert aims at, whatever the loss that weighs them.",
    "start": "The first level, or threshold.",
    "space": "What an expert moves: a level of the past scores, or the radius itself.",
    "memory": "How many of the last scores a level looks up its radius in; null for all.",
    "quantile": "How a level becomes a radius: the inverted CDF; or, as in the code of conformal PID, the next higher order statistic, infinite at levels above n/(n+1), and after `warmUp` scores only.",
    "warmUp": "Scores before a clipped level starts to move."
  },
  "recent": {
    "keep": "Share of the mean before that a round keeps, in [0, 1): 0 is the last outcome itself."
  },
  "relevances": {
    "dimension": "Number of features.",
    "factors": "What a feature's scale may be beside 1."
  },
  "residuals": {
    "base": "The expert whose forecast is the ground; of several the first.",
    "of": "The expert that learns what it leaves over."
  },
  "rollingRate": {
    "window": "I, the number of past rounds that the rate looks back on.",
    "start": "The rate of the first `window` rounds.",
    "numerator": "N: log(I·K), or DtACI's log(2KI) + 1.",
    "moment": "M_s: the mean of the squared losses Σω·loss², or the square of their mean."
  },
  "saocp": {
    "largestScore": "D, the largest score to expect: a step is D/√3 long at first.",
    "lifetime": "Lifetime of an expert born in round t, in units of the largest power of 2 that divides t.",
    "start": "The first threshold.",
    "bookkeeping": "Whose bookkeeping: that of the authors' Python, or of the R package AdaptiveConformal."
  },
  "saocpMethod": {
    "largestScore": "D, the largest score to expect: a step is D/√3 long at first.",
    "lifetime": "Lifetime of an expert born in round t, in units of the largest power of 2 that divides t.",
    "start": "The first threshold.",
    "bookkeeping": "Whose bookkeeping: that of the authors' Python, or of the R package AdaptiveConformal."
  },
  "sfOgd": {
    "learningRate": "η, in units of the score: the first step is this long.",
    "start": "The first threshold.",
    "floor": "Below this the threshold is not let fall.",
    "atThreshold": "Whether a score equal to the threshold is a hit, or moves nothing."
  },
  "sfOgdMethod": {
    "learningRate": "η, in units of the score: the first step is this long.",
    "start": "The first threshold.",
    "floor": "Below this the threshold is not let fall.",
    "atThreshold": "Whether a score equal to the threshold is a hit, or moves nothing.",
    "largestScore": "D, the largest score to expect: the first step is D/√3 long."
  },
  "silent": {
    "mean": "Mean that every expert is taken to forecast.",
    "variance": "Its variance."
  },
  "simplexOgd": {
    "decay": "α: the step of round t is t^−α over the largest gradient so far."
  },
  "softBayes": {
    "rate": "Learning rate η in (0, 1)."
  },
  "softmaxRegression": {
    "priorVariance": "Variance of each coefficient before anything was seen.",
    "forgetting": "Part of what was learnt that a round keeps, in (0, 1]."
  },
  "squaredExponential": {
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance."
  },
  "squint": {
    "range": "A known bound of |own − loss|, beyond which regrets count as that much."
  },
  "sum": {
    "of": "The kernels it is made of, at least one."
  },
  "sva": {
    "scale": "G of the paper: a rate that needs no unit, see the rule.",
    "learningRate": "η itself: a number, a schedule or a function of the round.",
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance.",
    "priorVariance": "Prior variance s² of every coefficient.",
    "noise": "Standard deviation of y given z.",
    "box": "Projection of m and σ."
  },
  "svb": {
    "scale": "G of the paper: a rate that needs no unit, see the rule.",
    "learningRate": "η itself: a number, a schedule or a function of the round.",
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance.",
    "priorVariance": "Prior variance s² of every coefficient.",
    "noise": "Standard deviation of y given z.",
    "box": "Projection of m and σ.",
    "covariance": "Mean-field Gaussians, or Gaussians of full covariance."
  },
  "svbFull": {
    "inverseBandwidth": "Factor for the panel's inverse bandwidth.",
    "scales": "A factor for each feature, 0 for those it shall not see.",
    "amplitude": "Factor for the panel's amplitude, a variance.",
    "priorVariance": "Prior variance s² of every coefficient.",
    "noise": "Standard deviation of y given z.",
    "learningRate": "η: a number, a schedule or a function of the round."
  },
  "thinRidge": {
    "signal": "Variance of xᵀθ before any outcome, for features of size 1: each coefficient has an equal part of it.",
    "noise": "Standard deviation ς of y given z."
  },
  "transitions": {
    "prior": "Rows that the plain frequencies count beside those that came after the last class."
  },
  "universal": {
    "wealth": "Wealth before the first round, in units of the score."
  },
  "universalMethod": {
    "wealth": "Wealth before the first round, in units of the score."
  },
  "variableShare": {
    "rate": "Meta-rate γ: a number, or a schedule such as `rollingRate()`.",
    "share": "Share σ in [0, 1): what an expert gives away in a round in which it loses `range`.",
    "range": "The loss that counts as one."
  },
  "watch": {
    "rate": "The probability that a series without a change ever raises an alert.",
    "features": "Whether features are watched too, where there are any: only for rows that come in no order, such as customers."
  }
}
