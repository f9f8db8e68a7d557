# Renders for in-python.mjs: for each line of standard input one, whose milliseconds and memory are a line of JSON.
import json
import resource
import sys
import time

about = json.loads(sys.argv[1])


def serve(render):
    for _ in sys.stdin:
        used = time.process_time()
        begun = time.perf_counter()
        pdf = render()
        ms = (time.perf_counter() - begun) * 1000
        cpu = (time.process_time() - used) * 1000
        with open(about["made"], "wb") as out:
            out.write(pdf)
        print(json.dumps({"ms": ms, "cpu": cpu, "peakMB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}), flush=True)
