"""The child process is killed in the middle: what happens to its learners."""

import os
import pickle
import signal

import pytest

import credence

KILLS = int(os.environ.get("KILLS", "5"))


def kill(model):
    pid = model._process.pid
    if pid is not None:
        os.kill(pid, signal.SIGKILL)


def test_a_killed_process_is_an_exception_that_names_it():
    model = credence.Conformal()
    model.learn(0, 1)
    kill(model)
    with pytest.raises(credence.ProcessDied, match="process.*ended.*path="):
        model.learn_many([0] * 1000, [1] * 1000)
    fresh = credence.Conformal()
    fresh.learn(0, 1)
    assert fresh.rounds == 1


def test_a_learner_that_was_lost_says_so_until_it_has_a_state_again():
    model = credence.Conformal()
    model.learn_many([0] * 20, range(20))
    saved, expected = model.save(), model.predict(0)
    kill(model)
    for call in (lambda: model.predict(0), lambda: model.predict(0), model.save, lambda: pickle.dumps(model)):
        with pytest.raises(credence.ProcessDied):
            call()
    model.restore(saved)
    assert model.predict(0) == expected
    kill(model)
    with pytest.raises(credence.ProcessDied):
        model.predict(0)
    model.forget()
    assert model.rounds == 0


def test_with_a_path_nothing_is_lost_and_nothing_learnt_twice(tmp_path):
    model = credence.Conformal(path=tmp_path / "kept")
    quiet = credence.Conformal()
    total = 0
    for n in range(KILLS):
        outcomes = [((n * 37 + i * 11) % 17) / 4 for i in range(20)]
        for i, y in enumerate(outcomes):
            if i == n % 20:
                kill(model)
            model.learn(0, y)
        quiet.learn_many([0] * 20, outcomes)
        total += 20
    assert model.rounds == total
    assert model.predict(0) == quiet.predict(0)


def test_a_learner_goes_on_in_the_next_process(tmp_path):
    model = credence.Conformal(path=tmp_path)
    model.learn_many([0] * 30, range(30))
    model._process.close()
    again = credence.Conformal(path=tmp_path)
    assert again.rounds == 30


def test_learners_share_one_process():
    first, second = credence.Conformal(), credence.Auto()
    first.learn(0, 1)
    second.learn({"x": 1}, 1)
    assert first._process.pid == second._process.pid
